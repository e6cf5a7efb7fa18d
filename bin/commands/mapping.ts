import { parseArgs } from 'node:util';
import { formatKstInstant } from '../../src/clock.ts';
import { MAPPING_CHARS_MAX, MAPPING_NAME } from '../../src/ingest/feed-mappings.ts';
import { withStore } from '../store/open-store.ts';
import { type Command, UsageError } from './command.ts';
import { readMappingFile } from './reader-flags.ts';

export const mappingKeepCommand: Command = {
  name: 'mapping keep',
  summary: 'save a mapping by name, for live intake, the feed folder and the console',
  usage: `mapping keep --name N --map FILE
  --name N    up to 100 letters, digits, spaces, dots, hyphens and underscores; replaces a mapping of the same name
  --map FILE  JSON, as for "import --map"`,
  translations: {
    ko: {
      summary: '매핑을 이름으로 저장합니다(실시간 수신, 피드 폴더, 콘솔용)',
      usage: `mapping keep --name N --map FILE
  --name N    글자, 숫자, 공백, 점, 하이픈, 밑줄 100자까지. 같은 이름의 매핑은 교체합니다
  --map FILE  "import --map"에 쓰는 JSON`,
    },
  },
  async run(args, config) {
    const { name, map } = parseArgs({
      args: [...args],
      options: { name: { type: 'string' }, map: { type: 'string' } },
    }).values;
    if (map === undefined) throw new UsageError('--map is missing');
    const mapping = readMappingFile(map);
    if (mapping.length > MAPPING_CHARS_MAX)
      throw new UsageError(`--map ${map}: ${mapping.length} characters; the maximum is ${MAPPING_CHARS_MAX}`);
    const checked = nameOf(name);
    await withStore(config, (store) => store.feedMappings().keep(checked, mapping));
    console.log(`Saved as "${checked}".`);
    return 0;
  },
};

export const mappingRemoveCommand: Command = {
  name: 'mapping remove',
  summary: 'delete a saved mapping',
  usage: `mapping remove --name N
  --name N  name of the mapping`,
  translations: {
    ko: {
      summary: '저장한 매핑을 삭제합니다',
      usage: `mapping remove --name N
  --name N  매핑 이름`,
    },
  },
  async run(args, config) {
    const { name } = parseArgs({ args: [...args], options: { name: { type: 'string' } } }).values;
    const checked = nameOf(name);
    if (await withStore(config, (store) => store.feedMappings().remove(checked))) {
      console.log(`Deleted "${checked}".`);
      return 0;
    }
    console.error(`There is no mapping "${checked}".`);
    return 1;
  },
};

export const mappingListCommand: Command = {
  name: 'mapping list',
  summary: 'list saved mappings',
  usage: 'mapping list',
  translations: {
    ko: {
      summary: '저장한 매핑을 나열합니다',
      usage: 'mapping list',
    },
  },
  async run(args, config) {
    parseArgs({ args: [...args], options: {} });
    for (const { name, keptAtMs } of await withStore(config, (store) => store.feedMappings().list()))
      console.log(`${name}  saved ${formatKstInstant(keptAtMs)}`);
    return 0;
  },
};

function nameOf(name: string | undefined): string {
  if (name !== undefined && MAPPING_NAME.test(name)) return name;
  const given = name === undefined ? 'missing' : `"${name}"`;
  throw new UsageError(
    `--name must be up to 100 letters, digits, spaces, dots, hyphens and underscores, not ${given}`,
  );
}
