// npm run release - makes dist/seoga-VERSION.tar.gz: everything that a server needs but Node itself, with a list of what
// is inside (CycloneDX), the licences of all of it, and checksums. The same sources give the same bytes.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

/** What ships and is no npm package; NOTICE says where its licences stand. */
const DATA = [
  { name: 'Noto Serif CJK KR', version: 'letters of the headings', license: 'OFL-1.1' },
  { name: 'Unihan database', version: '15.0', license: 'Unicode-DFS-2016' },
  { name: 'OpenCC', version: 'tables of opencc-js 1.4.2', license: 'Apache-2.0' },
  { name: 'Open Korean Text', version: '74cc4ae', license: 'Apache-2.0' },
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
writeFileSync(join(folder, 'licences.txt'), modules.map(licenceOf).join('\n'));
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

/** Name, version and licence of a module, with the text that it brings: in a file of its own, or else in its README. */
function licenceOf(path) {
  const { license } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
  const files = readdirSync(join(root, path));
  const own = files.filter((file) => /^(?:licen[cs]e|copying|copyright)/i.test(file));
  const readme = files.filter((file) => /^readme/i.test(file));
  const read = (file) => readFileSync(join(root, path, file), 'utf8');
  const section = (text) => text.slice(Math.max(0, text.search(/^#+ *licen[cs]e/im)));
  const texts = own.length > 0 ? own.map(read) : readme.map(read).filter(isLicence).map(section);
  return `${'='.repeat(72)}\n${nameAndVersion(path)}: ${license}\n\n${texts.join('\n').trim()}\n`;
}

/** Whether a README has a section about the licence. */
function isLicence(text) {
  return /^#+ *licen[cs]e/im.test(text);
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
  const data = DATA.map(({ name, version, license }) => ({
    'bom-ref': name,
    ...{ type: 'data', name, version, licenses: [{ license: { id: license } }] },
  }));
  const shipping = { ...rest, metadata, components: [...components, ...data], dependencies };
  return `${JSON.stringify(shipping, null, 2)}\n`;
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
