/** The name the session has in local storage; other programs know it too. */
export const sessionKey = 'token';
