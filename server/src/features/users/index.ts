// The only file of this feature that another may import.
import type { Feature } from '../feature.ts';
import { usersEndpoints } from './users.routes.ts';

export const usersFeature: Feature = { name: 'users', endpoints: usersEndpoints };
