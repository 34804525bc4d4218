// OpenAPI 3.1 from the same schemas the server checks with.
import { z } from 'zod';
import { errorBodySchema, errorStatus, type ErrorCode } from '@ghala/contracts/errors';
import type { Route } from '@ghala/contracts/route';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  });
  return rest;
};

const openPath = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

function parameters(route: Route): Json[] {
  const of = (place: 'path' | 'query', schema: z.ZodType | undefined): Json[] => {
    if (schema === undefined) return [];
    const shape = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
    return Object.entries(shape.properties ?? {}).map(([name, value]) => ({
      name,
      in: place,
      required: place === 'path' || (shape.required ?? []).includes(name),
      schema: value,
    }));
  };
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 255 },
  };
  return [
    ...of('path', route.params),
    ...of('query', route.query),
    ...(route.idempotent !== undefined ? [key] : []),
  ];
}

function errorCodes(route: Route): ErrorCode[] {
  const session: ErrorCode[] = route.access === 'public' ? [] : ['unauthenticated'];
  const permission: ErrorCode[] =
    route.access === 'public' || route.access === 'signed-in' ? [] : ['forbidden'];
  const input: ErrorCode[] =
    route.query === undefined && route.body === undefined ? [] : ['validation_failed'];
  return [...input, ...session, ...permission, ...(route.errors ?? [])];
}

function operation(feature: string, name: string, route: Route): Json {
  const statuses = Map.groupBy(errorCodes(route), (code) => errorStatus[code]);
  const errors = [...statuses].map(([status, codes]) => [
    String(status),
    {
      description: codes.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  return {
    operationId: name,
    tags: [feature],
    summary: route.summary,
    'x-access': route.access,
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    parameters: parameters(route),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
          },
        }),
    responses: {
      [String(route.status ?? 200)]: {
        description: 'Success',
        content: {
          [route.download === undefined ? 'application/json' : 'text/csv']: {
            schema: schemaOf(route.response, 'output'),
          },
        },
      },
      ...Object.fromEntries(errors),
    },
  };
}

export function openApiDocument(
  title: string,
  contracts: Record<string, Readonly<Record<string, Route>>>,
): Json {
  const paths: Record<string, Json> = {};
  for (const [feature, contract] of Object.entries(contracts)) {
    for (const [name, route] of Object.entries(contract)) {
      const path = (paths[openPath(route.path)] ??= {});
      path[route.method.toLowerCase()] = operation(feature, name, route);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1.0.0',
      description: 'Money is in shillings, ids are numbers, timestamps are ISO 8601 in UTC.',
    },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'accessToken of POST /api/login' },
      },
      schemas: { Error: schemaOf(errorBodySchema, 'output') },
    },
  };
}
