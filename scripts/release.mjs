// npm run release - makes dist/seoga-VERSION.tar.gz: everything that a server needs but Node itself, with a list of what
// is inside (CycloneDX) and checksums. The same sources give the same bytes.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, setUp } from './set-up.mjs';

/** Bytes of the tarball. Beyond it something went in that no server needs. */
const TARBALL_BYTES_MAX = 5 * 1024 * 1024;

/** What goes in beside the modules. */
const PARTS = [
  'bin',
  'src',
  'demo',
  'docs',
  'deploy',
  'README.md',
  'README.ko.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE',
  'NOTICE',
];

setUp();
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const name = `seoga-${version}`;
const dist = join(root, 'dist');
const folder = join(dist, name);
rmSync(dist, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const part of PARTS)
  cpSync(join(root, part), join(folder, part), { recursive: true, filter: isShipped });
writeFileSync(join(folder, 'package.json'), shippedPackage());
const modules = productionModules();
for (const path of modules) {
  cpSync(join(root, path), join(folder, path), { recursive: true, filter: isRunModule });
}
const sbom = `${name}.cdx.json`;
writeFileSync(join(folder, 'sbom.cdx.json'), billOfMaterials(modules));
cpSync(join(folder, 'sbom.cdx.json'), join(dist, sbom));
const tarball = `${name}.tar.gz`;
pack(tarball);
rmSync(folder, { recursive: true });
writeFileSync(join(dist, 'SHA256SUMS'), [tarball, sbom].map((file) => `${sha256(file)}  ${file}\n`).join(''));
const bytes = statSync(join(dist, tarball)).size;
if (bytes > TARBALL_BYTES_MAX) fail(`${tarball} has ${bytes} bytes, more than ${TARBALL_BYTES_MAX}`);
console.log(
  `dist/${tarball}: ${(bytes / 1024 / 1024).toFixed(1)} MB, ${modules.length} modules; dist/SHA256SUMS`,
);

/** Paths of the locked modules that the service runs on. Node itself is not among them. */
function productionModules() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, optional }]) => path !== '' && !dev && !devOptional && !optional)
    .map(([path]) => path)
    .sort();
}

/** What a server needs of package.json: the scripts and tools of a clone aren't there. */
function shippedPackage() {
  const {
    scripts: _scripts,
    devDependencies: _tools,
    knip: _check,
    ...rest
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return `${JSON.stringify({ ...rest, engines: { node: '>=24' }, bin: { seoga: 'bin/seoga.mjs' } }, null, 2)}\n`;
}

/** Sources and pages, but no screenshots. */
function isShipped(path) {
  return !/\/docs\/screenshots(?:\/|$)/.test(path);
}

/** What a module runs on: no types, source maps or documents. Licences stay. */
function isRunModule(path) {
  const inside = relative(root, path);
  if (/\/(?:test|tests|__tests__|examples?|benchmarks?|\.github)(?:\/|$)/.test(inside)) return false;
  return (
    !/\.(?:map|d\.[cm]?ts|markdown|flow|tsbuildinfo)$|\.md$|\/\.[^/]+$/i.test(inside) ||
    /licen[cs]e/i.test(inside)
  );
}

/** CycloneDX 1.5 of the modules that went in, from npm's own list of everything that is installed. */
function billOfMaterials(paths) {
  const npm = process.env.npm_execpath;
  const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const result = spawnSync(
    program,
    [...first, 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (result.status !== 0) fail(`npm sbom failed: ${result.stderr}`);
  const shipped = new Set(paths.map(nameAndVersion));
  const all = JSON.parse(result.stdout);
  const components = all.components.filter((one) =>
    shipped.has(`${one.group ? `${one.group}/` : ''}${one.name}@${one.version}`),
  );
  const refs = new Set(components.map((one) => one['bom-ref']));
  const root_ = all.metadata.component['bom-ref'];
  const dependencies = all.dependencies
    .filter(({ ref }) => ref === root_ || refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  // Serial number and time would make every release another file.
  const { timestamp: _timestamp, ...metadata } = all.metadata;
  const { serialNumber: _serialNumber, ...rest } = all;
  return `${JSON.stringify({ ...rest, metadata, components, dependencies }, null, 2)}\n`;
}

function nameAndVersion(path) {
  const { version } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
  return `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
}

/** Sorted, owned by root, without times: equal contents, equal bytes. */
function pack(tarball) {
  const tar = spawnSync(
    'tar',
    [
      '--sort=name',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u=rwX,go=rX',
      '--mtime=2000-01-01T00:00:00Z',
      '--use-compress-program=gzip -9n',
      '-cf',
      join(dist, tarball),
      '-C',
      dist,
      name,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (tar.status !== 0) fail('tar failed; GNU tar is needed');
}

function sha256(file) {
  return createHash('sha256')
    .update(readFileSync(join(dist, file)))
    .digest('hex');
}

function fail(reason) {
  console.error(`release: ${reason}`);
  process.exit(1);
}
