import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type requestValidator from 'openapi-request-validator';
import type { OpenAPIV3 } from 'openapi-types';

const load = createRequire(import.meta.url);
/** What a default export of CommonJS is depends on who loads it; asked for this way it is the same everywhere. */
const { default: RequestValidator }: { readonly default: typeof requestValidator.default } =
  load('openapi-request-validator');

type Schemas = Readonly<Record<string, OpenAPIV3.SchemaObject>>;

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenAPIV3.OperationObject>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, OpenAPIV3.ParameterObject>>;
    readonly schemas: Schemas;
  };
}

/** What is sent to GitHub, as a server sees it. */
export interface SentRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** GitHub's own description of its interface, and what of a request is not as it says. */
export class GithubDescription {
  readonly #description: Description;

  constructor() {
    const file = load.resolve('@octokit/openapi/generated/api.github.com.json');
    this.#description = JSON.parse(readFileSync(file, 'utf8'));
  }

  /** Empty when the request is one that GitHub describes. */
  violations({ method, path, query, body }: SentRequest): readonly string[] {
    // GraphQL has a description of its own.
    if (path === '/graphql') return [];
    const template = this.#templateOf(path, method);
    if (template === null) return [`${method} ${path}: GitHub has no such thing`];
    const operation = this.#description.paths[template]?.[method.toLowerCase()];
    const parameters = (operation?.parameters ?? []).map((one) => this.#resolved(one));
    const validator = new RequestValidator({
      parameters,
      ...(operation?.requestBody === undefined
        ? {}
        : { requestBody: operation.requestBody as OpenAPIV3.RequestBodyObject }),
      componentSchemas: this.#schemasOf(operation?.requestBody) as never,
    });
    const found = validator.validateRequest({
      headers: { 'content-type': 'application/json' },
      params: typed(partsOf(template, path), parameters),
      query: typed(Object.fromEntries(query), parameters),
      body,
    });
    const errors: readonly { readonly path?: string; readonly message: string }[] = found?.errors ?? [];
    const unknown = [...query.keys()].filter((name) => !parameters.some((one) => one.name === name));
    return [
      ...errors.map((error) => `${method} ${path}: ${error.path ?? ''} ${error.message}`),
      ...unknown.map((name) => `${method} ${path}: GitHub knows no parameter ${name}`),
    ];
  }

  #resolved(parameter: OpenAPIV3.ParameterObject | OpenAPIV3.ReferenceObject): OpenAPIV3.ParameterObject {
    if (!('$ref' in parameter)) return parameter;
    const known = this.#description.components.parameters[parameter.$ref.split('/').at(-1) ?? ''];
    if (known === undefined) throw new Error(`${parameter.$ref} is described nowhere`);
    return known;
  }

  /** The schemas a value leads to: with all of them, a look at one body would take seconds. */
  #schemasOf(value: unknown): Schemas {
    const wanted = namesIn(value);
    const found: Record<string, OpenAPIV3.SchemaObject> = {};
    for (const name of wanted) {
      const schema = this.#description.components.schemas[name];
      if (schema === undefined || name in found) continue;
      found[name] = schema;
      wanted.push(...namesIn(schema));
    }
    return found;
  }

  /** Of the paths that fit, the one that leaves the least open: /user/keys before /user/{name}. */
  #templateOf(path: string, method: string): string | null {
    const fitting = Object.keys(this.#description.paths).filter(
      (template) =>
        fits(template, path) && this.#description.paths[template]?.[method.toLowerCase()] !== undefined,
    );
    const [best] = fitting.toSorted((a, b) => a.split('{').length - b.split('{').length);
    return best ?? null;
  }
}

const namesIn = (value: unknown): string[] =>
  [...(JSON.stringify(value) ?? '').matchAll(/"#\/components\/schemas\/([\w-]{1,100})"/g)].map(
    ([, name = '']) => name,
  );

function fits(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')];
  return (
    wanted.length === given.length && wanted.every((part, at) => part.startsWith('{') || part === given[at])
  );
}

function partsOf(template: string, path: string): Record<string, string> {
  const given = path.split('/');
  const named = template
    .split('/')
    .flatMap((part, at) =>
      part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(given[at] ?? '')] as const] : [],
    );
  return Object.fromEntries(named);
}

/** An address holds texts; what the description calls a whole number is read as one. */
function typed(
  values: Readonly<Record<string, string>>,
  parameters: readonly OpenAPIV3.ParameterObject[],
): Record<string, string | number> {
  const isWhole = (name: string) => {
    const schema = parameters.find((one) => one.name === name)?.schema;
    return schema !== undefined && 'type' in schema && schema.type === 'integer';
  };
  const read = Object.entries(values).map(
    ([name, value]) => [name, isWhole(name) ? Number(value) : value] as const,
  );
  return Object.fromEntries(read);
}
