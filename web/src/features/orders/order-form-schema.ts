import * as field from '@ghala/contracts/fields';
import { placeOrderSchema } from '@ghala/contracts/orders/orders.contract';

export const orderFormSchema = placeOrderSchema.extend({ phone: field.phone });
