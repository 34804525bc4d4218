import type { SmsGateway } from '../sms-gateway.ts';
import { africasTalking, type AfricasTalkingSettings } from './africastalking/africastalking.ts';
import { twilio, type TwilioSettings } from './twilio/twilio.ts';

export type SmsSettings = AfricasTalkingSettings | TwilioSettings;

export function createGateway(settings: SmsSettings): SmsGateway {
  return settings.provider === 'africastalking' ? africasTalking(settings) : twilio(settings);
}
