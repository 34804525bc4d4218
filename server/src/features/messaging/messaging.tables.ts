import type { Generated } from 'kysely';
import type { DeliveryReport } from './sms-gateway.ts';

export interface SmsMessagesTable {
  sms_id: Generated<number>;
  purpose: string;
  reference: string;
  phone: string;
  provider: string;
  state: 'queued' | 'sent' | 'delivered' | 'failed';
  attempts: number;
  provider_message_id: string | null;
  failure: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface SmsReportsTable {
  provider: string;
  provider_message_id: string;
  state: DeliveryReport['state'];
  failure: string | null;
  received_at: Date;
}

export interface SmsGatewaysTable {
  provider: string;
  failing_since: Date | null;
  last_failure: string | null;
  updated_at: Date;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    sms_messages: SmsMessagesTable;
    sms_reports: SmsReportsTable;
    sms_gateways: SmsGatewaysTable;
  }
}
