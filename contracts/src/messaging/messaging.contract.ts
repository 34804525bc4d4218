// Where SMS gateways tell what became of a message. Public by nature: Africa's Talking signs nothing, so its path holds
// a secret; Twilio signs the address and the fields.
import { z } from 'zod';
import { defineContract, noContent } from '../route.ts';

export const twilioReportPath = '/api/sms/reports/twilio';

export const messagingContract = defineContract({
  receiveAfricasTalkingReport: {
    method: 'POST',
    path: '/api/sms/reports/africastalking/:secret',
    summary: "Africa's Talking tells what became of a message.",
    access: 'public',
    params: z.object({ secret: z.string().min(1).max(100) }),
    rawBody: true,
    response: noContent,
    errors: ['not_found'],
  },
  receiveTwilioReport: {
    method: 'POST',
    path: twilioReportPath,
    summary: 'Twilio tells what became of a message; signed over the address and the fields.',
    access: 'public',
    rawBody: true,
    response: noContent,
    errors: ['forbidden'],
  },
});
