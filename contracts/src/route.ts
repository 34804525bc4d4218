// What a route is, and how a contract is written. A route that does not say who may call it does not compile.
import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * public: anybody (a session that is sent is still read); signed-in: any live session;
 * a permission: any live session whose role has it.
 */
export type Access = 'public' | 'signed-in' | Permission;

export interface Route {
  method: Method;
  /** Fastify style: /api/users/:id */
  path: `/api/${string}`;
  summary: string;
  access: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
  /** Status of a success; 200 unless said. */
  status?: 200 | 201 | 202;
  /** Besides malformed input, no session, no permission and server trouble, which every route may answer. */
  errors?: readonly ErrorCode[];
  /**
   * A POST that creates something: honours Idempotency-Key. `true` runs the handler in the transaction of the key;
   * `by-handler` hands the key to a handler that sees to it itself: one that calls other services, which no transaction
   * may wait for, or that does all it does in one statement.
   */
  idempotent?: true | 'by-handler';
  /** The handler is given the bytes and headers as they came, whatever their type. */
  rawBody?: true;
  /** Answers with server-sent events for as long as the caller listens. */
  stream?: true;
  /**
   * The answer depends on nothing but the database, the caller and the address, not on the time or on other services:
   * one that was made before may be given again for as long as the database is unchanged.
   */
  fromDataAlone?: true;
  /** Answers with a CSV file of this name, made as it is sent; `response` is then the text of it. */
  download?: string;
}

export type Contract = Readonly<Record<string, Route>>;

export const defineContract = <const C extends Contract>(contract: C): C => contract;

type SchemaOf<R extends Route, K extends 'params' | 'query' | 'body'> = R[K] extends z.ZodType ? R[K] : never;

/** What a handler is given. */
export type Input<R extends Route> = {
  [K in 'params' | 'query' | 'body' as SchemaOf<R, K> extends never ? never : K]: z.output<SchemaOf<R, K>>;
} & (R['rawBody'] extends true ? { raw: RawRequest } : unknown);

export interface RawRequest {
  bytes: Uint8Array;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What a caller sends. */
export type Request<R extends Route> = {
  [K in 'params' | 'query' | 'body' as SchemaOf<R, K> extends never ? never : K]: z.input<SchemaOf<R, K>>;
};
export type Response<R extends Route> = z.output<R['response']>;

/** The answer of a call that has nothing to tell but that it worked. */
export const noContent = z.object({ ok: z.boolean() });
export const idParams = z.object({
  id: z
    .string()
    .regex(/^\d{1,15}$/, 'This is not an id.')
    .transform(Number),
});
