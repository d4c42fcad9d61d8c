import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Asked, Reply } from './answers';

interface Response {
  content?: Record<string, { schema: object }>;
}
interface Operation {
  responses: Record<string, Response | { $ref: string }>;
}
interface Contract {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response>; schemas: { PersonReply: { properties: { parts: { items: { enum: string[] } } } } } };
}

const contract = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../shared/contract/openapi.json'), 'utf8')) as Contract;

/** All parts of a person's record that staff can reach. */
export const recordParts = contract.components.schemas.PersonReply.properties.parts.items.enum;

// Formats and the contract's own keywords say nothing that the web app stumbles over.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).addSchema(contract, 'contract');
const validators = new Map<string, ValidateFunction>();

const routes = Object.keys(contract.paths)
  // What has fewer parameters is meant first.
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) }));

const pointer = (path: string): string => path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');

/** What the contract has against an answer, each as one line; nothing when it allows it. */
export function objectionsTo({ method, path }: Asked, { status, json }: Reply): string[] {
  const [bare = ''] = path.split('?');
  const route = routes.find(({ pattern }) => pattern.test(bare));
  const verb = method.toLowerCase();
  const operation = route && contract.paths[route.path]?.[verb];
  if (!route || !operation) return [`${method} ${bare} is not in the contract`];
  const declared = operation.responses[status];
  if (!declared) return [`${method} ${route.path} does not answer ${status}`];
  const place = '$ref' in declared ? declared.$ref : `#/paths/${pointer(route.path)}/${verb}/responses/${status}`;
  const response = '$ref' in declared ? contract.components.responses[declared.$ref.split('/').at(-1) ?? ''] : declared;
  if (!response) return [`${place} is missing in the contract`];
  if (!response.content) return json === undefined ? [] : [`${method} ${route.path} answers ${status} without a body`];
  const reference = `contract${place}/content/application~1json/schema`;
  const validate = validators.get(reference) ?? ajv.compile({ $ref: reference });
  validators.set(reference, validate);
  if (validate(json)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${method} ${bare} answers ${status}: ${instancePath || 'the body'} ${message}`);
}
