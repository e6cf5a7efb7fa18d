import { formatKstInstant } from '../../src/clock.ts';
import { MAPPING_CHARS_MAX, MAPPING_NAME } from '../../src/ingest/feed-mappings.ts';
import { withStore } from '../store/open-store.ts';
import { CommandFailed, command, nameIn, UsageError } from './command.ts';
import { readMappingFile } from './reader-flags.ts';

const NAME = { name: { type: 'string' } } as const;

export const mappingKeepCommand = command({
  name: 'mapping keep',
  summary: 'save a mapping by name, for live intake and the console',
  usage: `mapping keep --name N --map FILE
  --name N    up to 100 letters, digits, spaces, dots, hyphens and underscores; replaces a mapping of the same name
  --map FILE  JSON, as for "import --map"`,
  ko: {
    summary: '매핑을 이름으로 저장합니다(실시간 수신, 운영 화면용)',
    usage: `mapping keep --name N --map FILE
  --name N    글자, 숫자, 공백, 점, 하이픈, 밑줄 100자까지. 같은 이름의 매핑은 교체합니다
  --map FILE  "import --map"에 쓰는 JSON`,
  },
  options: { ...NAME, map: { type: 'string' } },
  async run({ values, config }) {
    const { map } = values;
    if (map === undefined) throw new UsageError('--map is missing');
    const mapping = readMappingFile(map);
    if (mapping.length > MAPPING_CHARS_MAX)
      throw new UsageError(`--map ${map}: ${mapping.length} characters; the maximum is ${MAPPING_CHARS_MAX}`);
    const name = nameOf(values);
    await withStore(config, (store) => store.state().feedMappings.keep(name, mapping));
    console.log(`Saved as "${name}".`);
  },
});

export const mappingRemoveCommand = command({
  name: 'mapping remove',
  summary: 'delete a saved mapping',
  usage: `mapping remove --name N
  --name N  name of the mapping`,
  ko: {
    summary: '저장한 매핑을 삭제합니다',
    usage: `mapping remove --name N
  --name N  매핑 이름`,
  },
  options: NAME,
  async run({ values, config }) {
    const name = nameOf(values);
    const isRemoved = await withStore(config, (store) => store.state().feedMappings.remove(name));
    if (!isRemoved) throw new CommandFailed(`There is no mapping "${name}".`);
    console.log(`Deleted "${name}".`);
  },
});

export const mappingListCommand = command({
  name: 'mapping list',
  summary: 'list saved mappings',
  ko: { summary: '저장한 매핑을 나열합니다' },
  options: {},
  async run({ config }) {
    for (const { name, keptAtMs } of await withStore(config, (store) => store.state().feedMappings.list()))
      console.log(`${name}  saved ${formatKstInstant(keptAtMs)}`);
  },
});

function nameOf({ name }: { readonly name?: string }): string {
  return nameIn(MAPPING_NAME, 'up to 100 letters, digits, spaces, dots, hyphens and underscores', name);
}
