// The only file of this feature that another may import.
import type { Feature } from '../feature.ts';
import { productsEndpoints } from './products.routes.ts';

export { giveBackStock, outOfStock, takeStock } from './stock.service.ts';

export const productsFeature: Feature = { name: 'products', endpoints: productsEndpoints };
