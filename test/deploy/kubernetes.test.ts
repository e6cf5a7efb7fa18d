import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../..');
/** Installed by npm test (scripts/set-up.mjs). */
const tools = join(root, 'node_modules', '.openapi-clients');
/** A module of those tools, which stand apart from the project's own. */
const load = (file: string) => import(pathToFileURL(join(tools, 'node_modules', file)).href);
const skip = existsSync(join(tools, 'node_modules', 'kubernetes-models'))
  ? false
  : 'npm test installs the schemas of Kubernetes, which needs the registry';

interface Container {
  readonly env: readonly { readonly name: string }[];
  readonly startupProbe: object;
  readonly readinessProbe: object;
  readonly livenessProbe: object;
  readonly lifecycle: { readonly preStop: object };
  readonly securityContext: { readonly readOnlyRootFilesystem: boolean };
}
type ModelClass = new (data: object) => { validate(): void };
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: {
    readonly replicas: number;
    readonly minAvailable: number;
    readonly template: { readonly spec: { readonly containers: readonly Container[] } };
  };
}

interface Yaml {
  parseAllDocuments(text: string): { toJS(): Manifest; errors: unknown[] }[];
}

async function manifests(): Promise<Manifest[]> {
  const { parseAllDocuments }: Yaml = await load('yaml/dist/index.js');
  const documents = parseAllDocuments(readFileSync(join(root, 'deploy/kubernetes/seoga.yaml'), 'utf8'));
  for (const { errors } of documents) assert.deepEqual(errors, []);
  return documents.map((document) => document.toJS());
}

test('the manifests for Kubernetes are valid by its own schemas', { skip }, async () => {
  const all = await manifests();
  const kinds = all.map(({ kind }) => kind);
  assert.deepEqual(kinds, ['Deployment', 'Service', 'PodDisruptionBudget']);
  for (const manifest of all) {
    const file = `kubernetes-models/${manifest.apiVersion}/${manifest.kind}.js`;
    const models: Record<string, ModelClass> = await load(file);
    const Model = models[manifest.kind];
    assert.ok(Model !== undefined, manifest.kind);
    new Model(manifest).validate();
    // The check notices what is wrong.
    assert.throws(() => new Model({ ...manifest, spec: { ...manifest.spec, selector: 7 } }).validate());
  }
});

test('an instance in Kubernetes has probes, time to leave and nothing to write to but its copy', {
  skip,
}, async () => {
  const [deployment, , budget] = await manifests();
  const [container] = deployment?.spec.template.spec.containers ?? [];
  assert.ok(container !== undefined);
  const { startupProbe, readinessProbe, livenessProbe, lifecycle, securityContext, env } = container;
  for (const probe of [startupProbe, readinessProbe, livenessProbe, lifecycle.preStop])
    assert.ok('exec' in probe);
  assert.ok(securityContext.readOnlyRootFilesystem);
  assert.ok((budget?.spec.minAvailable ?? 0) < (deployment?.spec.replicas ?? 0));
  const names = env.map(({ name }) => name);
  for (const name of ['SEOGA_DATABASE_URL', 'SEOGA_KEY_PEPPER', 'SEOGA_SESSION_SECRET', 'SEOGA_BASE_URL'])
    assert.ok(names.includes(name), name);
});
