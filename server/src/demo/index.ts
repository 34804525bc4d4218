export { demoAccounts } from './accounts.ts';
export { loadDemoData } from './load.ts';
