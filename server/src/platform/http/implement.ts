// Binds a contract's routes to their handlers. The compiler sees to it that every route has one, and that it is
// given and gives back what the contract says.
import type { Contract, Input, Response, Route } from '@ghala/contracts/route';
import type { Ctx, SignedInCtx } from '../context.ts';
import type { EventStream } from './event-stream.ts';

export type CtxFor<R extends Route> = R['access'] extends 'public' ? Ctx : SignedInCtx;

export type Handler<R extends Route> = (ctx: CtxFor<R>, input: Input<R>) => Promise<Answered<R>>;

type Answered<R extends Route> = R['stream'] extends true
  ? EventStream
  : R['download'] extends string
    ? AsyncIterable<string>
    : Response<R>;

export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> };

/** A route and its handler, with the types of the pair forgotten: the server has checked the input by then. */
export interface Endpoint {
  name: string;
  route: Route;
  handle: (ctx: Ctx, input: unknown) => Promise<unknown>;
}

export function implement<C extends Contract>(contract: C, handlers: Handlers<C>): Endpoint[] {
  return Object.entries(contract).map(([name, route]) => ({
    name,
    route,
    handle: handlers[name] as unknown as Endpoint['handle'],
  }));
}
