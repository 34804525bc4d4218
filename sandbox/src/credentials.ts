// The only keys the sandbox accepts; the console uses them as its settings while SANDBOX is on.
// None of them opens anything outside: the shortcode and passkey are the ones Safaricom prints for testing.
export const sandboxCredentials = {
  mpesa: {
    consumerKey: 'ghala-sandbox-consumer-key',
    consumerSecret: 'ghala-sandbox-consumer-secret',
    shortcode: '174379',
    passkey: 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
    initiatorName: 'testapi',
    securityCredential: 'Z2hhbGEtc2FuZGJveC1pbml0aWF0b3I=',
  },
  paystack: { secretKey: 'sk_test_ghala0sandbox0000000000000000000000000' },
  africastalking: { username: 'sandbox', apiKey: 'atsk_ghala_sandbox_key' },
  twilio: {
    accountSid: 'AC00000000000000000000000000000000',
    authToken: 'ghala-sandbox-twilio-token',
  },
};
