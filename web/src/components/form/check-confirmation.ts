/** What is wrong with the second password field. The two screens that ask twice say it in slightly different words. */
export function checkConfirmation(
  { password, confirmPassword }: { password: string; confirmPassword: string },
  mismatch: string,
): { confirmPassword?: string } {
  if (confirmPassword === '') return { confirmPassword: 'This field is required.' };
  return confirmPassword === password ? {} : { confirmPassword: mismatch };
}
