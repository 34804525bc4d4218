// The accounts shown on the login page while demo data is loaded.
export const demoAccounts = [
  { role: 'admin', email: 'admin@ghala.example', password: 'ghala-admin' },
  { role: 'user', email: 'user@ghala.example', password: 'ghala-user' },
  { role: 'supplier', email: 'supplier@ghala.example', password: 'ghala-supplier' },
];
