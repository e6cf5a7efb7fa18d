/** The first call in all examples, in a category of this shop: three books, so that the response stays readable. */
export function firstCall(categoryId: string): string {
  return `/v1/category/bestsellerMonthly?categoryId=${encodeURIComponent(categoryId)}&pageSize=3`;
}

/**
 * A command to paste once SEOGA_API_KEY is set. curl encodes values that aren't plain, so that they can be read and changed.
 * `save` is its option for a file: `-OJ` keeps the name that the server gives.
 */
export function curlCommand(url: string, save = ''): string {
  const [path = '', search = ''] = url.split('?');
  const query = [...new URLSearchParams(search)];
  const head = `curl -s -H "X-Api-Key: $SEOGA_API_KEY"${save === '' ? '' : ` ${save}`}`;
  if (query.every(([, value]) => /^[\w.,-]*$/.test(value))) return `${head} \\\n  ${shellQuoted(url)}`;
  const values = query.map(([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`);
  return [`${head} -G`, shellQuoted(path), ...values].join(' \\\n  ');
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Path and query of a call. */
export function callPath(path: string, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(parameters)).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** What stands in place of a key in the query of a kept call. */
const MASK = '***';
/** How such a query ends that was too long. */
const CUT = '…';

/** The query string of a call as people read it. A broken escape is shown as it is. */
export function readableQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const text = pair.replaceAll('+', ' ');
      try {
        return decodeURIComponent(text);
      } catch {
        return text;
      }
    })
    .join('&');
}

/** The test tool with the values of a call. */
export function testToolAddress(endpoint: string, values: Readonly<Record<string, string>>): string {
  return `/portal/test?${new URLSearchParams({ endpoint, values: new URLSearchParams(values).toString() })}`;
}

/** The same for a call that was kept, without masked values; null when its query was cut. */
export function testToolAgain(endpoint: string, query: string): string | null {
  if (query.endsWith(CUT)) return null;
  const values = [...new URLSearchParams(query)].filter(([, value]) => value !== MASK);
  return testToolAddress(endpoint, Object.fromEntries(values));
}

/** A call to show. All programs run on the reader's server and take the key from its environment. */
export interface SampleCall {
  /** With base and query. */
  readonly url: string;
  /** Name of the file that the response is saved as; null for JSON. */
  readonly fileName: string | null;
  /** Whether the response holds data.items. */
  readonly hasItems: boolean;
}

/** A program that makes a call. */
interface CodeSample {
  /** As code blocks name it. */
  readonly language: string;
  /** As people call it. */
  readonly title: string;
  readonly code: string;
}

/** A call in every language of the samples. Programs encode the query themselves, so that a changed value works, too. */
export function codeSamples(call: SampleCall): readonly CodeSample[] {
  const [path = '', search = ''] = call.url.split('?');
  const parts = { ...call, path, query: [...new URLSearchParams(search)] };
  return [
    {
      language: 'sh',
      title: 'curl',
      code: curlCommand(call.url, call.fileName === null ? '' : `-o ${call.fileName}`),
    },
    { language: 'js', title: 'JavaScript', code: writeJavaScript(parts) },
    { language: 'python', title: 'Python', code: writePython(parts) },
    { language: 'java', title: 'Java', code: writeJava(parts) },
  ];
}

interface CallParts extends SampleCall {
  /** The URL without its query. */
  readonly path: string;
  /** Names and decoded values. */
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** A text in double quotes, as JSON and most languages read it. */
const quoted = (text: string) => JSON.stringify(text);
const single = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;

/** The lines of a program; those that are false are left out. */
function lines(...all: readonly (string | false | readonly string[])[]): string {
  return all.flatMap((line) => (line === false ? [] : line)).join('\n');
}

/** Valid as TypeScript, too. */
function writeJavaScript({ path, query, fileName, hasItems }: CallParts): string {
  const isFile = fileName !== null;
  return lines(
    '// call.mjs with Node.js, call.mts in TypeScript',
    isFile && "import { writeFile } from 'node:fs/promises';",
    "import { env } from 'node:process';\n",
    `const url = new URL(${single(path)});`,
    query.length > 0 && [
      'url.search = new URLSearchParams({',
      ...query.map(([name, value]) => `  ${name}: ${single(value)},`),
      '}).toString();',
    ],
    "const response = await fetch(url, { headers: { 'X-Api-Key': env.SEOGA_API_KEY ?? '' } });",
    isFile
      ? [
          'if (!response.ok) throw new Error(await response.text());',
          `await writeFile('${fileName}', new Uint8Array(await response.arrayBuffer()));`,
        ]
      : [
          'const { success, errorCode, message, data } = JSON.parse(await response.text());',
          "if (!success) throw new Error(errorCode + ': ' + message);",
          hasItems
            ? 'for (const item of data.items) console.log(item.sortOrder, item.title);'
            : 'console.log(data);',
        ],
  );
}

function writePython({ path, query, fileName, hasItems }: CallParts): string {
  const hasQuery = query.length > 0;
  return lines(
    'import json, os, urllib.error, urllib.parse, urllib.request\n',
    hasQuery && [
      'query = urllib.parse.urlencode({',
      ...query.map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},`),
      '})',
    ],
    `request = urllib.request.Request(${hasQuery ? `${quoted(`${path}?`)} + query` : quoted(path)})`,
    'request.add_header("X-Api-Key", os.environ["SEOGA_API_KEY"])',
    'try:',
    '    body = urllib.request.urlopen(request).read()',
    'except urllib.error.HTTPError as error:',
    '    answer = json.load(error)',
    '    raise SystemExit(f\'{answer["errorCode"]}: {answer["message"]}\')',
    fileName !== null && `open("${fileName}", "wb").write(body)`,
    fileName === null &&
      (hasItems
        ? ['for item in json.loads(body)["data"]["items"]:', '    print(item["sortOrder"], item["title"])']
        : 'print(json.loads(body)["data"])'),
  );
}

function writeJava({ path, query, fileName }: CallParts): string {
  const encoded = query.map(([name, value], at) => {
    const start = quoted(`${at === 0 ? '?' : '&'}${name}=`);
    return `            + ${start} + URLEncoder.encode(${quoted(value)}, StandardCharsets.UTF_8)`;
  });
  return lines(
    'import java.net.*;',
    'import java.net.http.*;',
    'import java.nio.charset.StandardCharsets;',
    'import java.nio.file.*;\n',
    'class Call {',
    '    public static void main(String[] args) throws Exception {',
    `${[`        var url = ${quoted(path)}`, ...encoded].join('\n')};`,
    '        var request = HttpRequest.newBuilder(URI.create(url))',
    '            .header("X-Api-Key", System.getenv("SEOGA_API_KEY")).build();',
    '        var response = HttpClient.newHttpClient()',
    '            .send(request, HttpResponse.BodyHandlers.ofByteArray());',
    '        var text = new String(response.body(), StandardCharsets.UTF_8);',
    '        if (response.statusCode() != 200) throw new RuntimeException(text);',
    fileName === null
      ? '        System.out.println(text);'
      : `        Files.write(Path.of("${fileName}"), response.body());`,
    '    }',
    '}',
  );
}
