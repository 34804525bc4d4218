// Reversal of a paid push: accepted at once, decided later by a callback to ResultURL, as on the real service.
import { randomBytes } from 'node:crypto';
import { json } from '../http.ts';
import type { Call, Reply } from '../http.ts';
import { smsStamp, yearFirstStamp } from '../nairobi-time.ts';
import type { World } from '../world.ts';
import { matching, readFields } from './daraja-fields.ts';
import { darajaRequestId } from './daraja-replies.ts';
import { promptOccasion } from './prompts.ts';
import type { Prompt, Prompts } from './prompts.ts';

type Field = 'Initiator' | 'SecurityCredential' | 'TransactionID' | 'Amount' | 'ReceiverParty';

interface Outcome {
  code: number | string;
  words: string;
  prompt?: Prompt;
}

export class Reversal {
  readonly #world: World;
  readonly #prompts: Prompts;

  constructor(world: World, prompts: Prompts) {
    this.#world = world;
    this.#prompts = prompts;
  }

  request(call: Call): Reply {
    const allowed = (url: string) => this.#world.callbacks.allows(url);
    const { fields, refused } = readFields(call, [
      matching('Initiator', /^\S+$/),
      matching('SecurityCredential', /^\S+$/),
      matching('CommandID', /^TransactionReversal$/),
      matching('TransactionID', /^[A-Z0-9]+$/),
      matching('Amount', /^[1-9]\d{0,5}$/),
      matching('ReceiverParty', /^\d{5,7}$/),
      // Safaricom's spelling
      matching('RecieverIdentifierType', /^11$/),
      { name: 'ResultURL', accepts: allowed },
      { name: 'QueueTimeOutURL', accepts: allowed },
      matching('Remarks', /^.{2,100}$/),
      matching('Occasion', /^.{0,100}$/),
    ]);
    if (refused) return refused;
    const ids = {
      OriginatorConversationID: darajaRequestId(),
      ConversationID: `AG_${yearFirstStamp(this.#world.now()).slice(0, 8)}_${randomBytes(10).toString('hex')}`,
    };
    const outcome = this.#decide(fields);
    const subjects = outcome.prompt ? promptOccasion(outcome.prompt).subjects : [];
    void this.#world.callbacks.send({
      provider: 'mpesa',
      operation: 'reversal',
      subjects: [fields.TransactionID, ...subjects],
      url: fields.ResultURL,
      headers: { 'content-type': 'application/json;charset=UTF-8' },
      body: JSON.stringify({
        Result: {
          ResultType: 0,
          ResultCode: outcome.code,
          ResultDesc: outcome.words,
          ...ids,
          TransactionID: `R${fields.TransactionID.slice(1, 5)}${randomBytes(3).toString('hex').toUpperCase().slice(0, 5)}`,
          ...(outcome.code === 0 && outcome.prompt
            ? {
                ResultParameters: {
                  ResultParameter: this.#parameters(outcome.prompt, Number(fields.Amount)),
                },
              }
            : {}),
          ReferenceData: {
            ReferenceItem: { Key: 'QueueTimeoutURL', Value: fields.QueueTimeOutURL },
          },
        },
      }),
    });
    return json(200, {
      ...ids,
      ResponseCode: '0',
      ResponseDescription: 'Accept the service request successfully.',
    });
  }

  #decide(fields: Record<Field, string>): Outcome {
    const { credentials, faults, phones, now } = this.#world;
    const { initiatorName, securityCredential, shortcode } = credentials.mpesa;
    if (fields.Initiator !== initiatorName || fields.SecurityCredential !== securityCredential)
      return { code: 2001, words: 'The initiator information is invalid.' };
    const prompt = this.#prompts.findByReceipt(fields.TransactionID);
    if (!prompt || fields.ReceiverParty !== shortcode)
      return { code: 'R000002', words: 'The OriginalTransactionID is invalid.' };
    const occasion = { ...promptOccasion(prompt), operation: 'reversal' };
    const forced = faults.take('mpesa', 'reversalFails', occasion);
    if (forced) return { code: forced.code ?? 1, words: 'The reversal could not be completed.', prompt };
    const amount = Number(fields.Amount);
    if (prompt.reversedAmount >= prompt.amount)
      return { code: 'R000001', words: 'The transaction has already been reversed.', prompt };
    if (prompt.reversedAmount + amount > prompt.amount)
      return { code: 'R000003', words: 'The amount is more than can be reversed.', prompt };
    prompt.reversedAmount += amount;
    phones.receiveMessage(
      prompt.phone,
      'MPESA',
      `${fields.TransactionID} Confirmed. Reversal of Ksh${amount.toLocaleString('en-KE', { minimumFractionDigits: 2 })} has been credited to your M-PESA account on ${smsStamp(now())}.`,
    );
    return { code: 0, words: 'The service request is processed successfully.', prompt };
  }

  #parameters(prompt: Prompt, amount: number): { Key: string; Value: string | number }[] {
    return [
      { Key: 'DebitAccountBalance', Value: 'Utility Account|KES|100000.00|100000.00|0.00|0.00' },
      { Key: 'Amount', Value: amount },
      { Key: 'TransCompletedTime', Value: Number(yearFirstStamp(this.#world.now())) },
      { Key: 'OriginalTransactionID', Value: prompt.receipt ?? '' },
      { Key: 'Charge', Value: 0 },
      { Key: 'CreditPartyPublicName', Value: `${prompt.phone} - Sandbox Payer` },
      { Key: 'DebitPartyPublicName', Value: `${prompt.shortcode} - Daraja-Sandbox` },
    ];
  }
}
