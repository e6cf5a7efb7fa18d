export const CODE_LANGUAGES = ['curl', 'javascript', 'typescript', 'python', 'java', 'php', 'go'] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

export const CODE_LANGUAGE_NAMES = {
  curl: 'curl',
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  python: 'Python',
  java: 'Java',
  php: 'PHP',
  go: 'Go',
} as const satisfies Record<CodeLanguage, string>;

/** Files of the samples that await at their top level, which Node and tsx read only in modules. */
export const MODULE_FILES = { javascript: 'call.mjs', typescript: 'call.mts' } as const;

/** A call to show: all of these programs run on the reader's server and take the key from its environment. */
export interface SampleCall {
  /** With base and query. */
  readonly address: string;
  /** Name of the file that the answer is saved as; null for JSON. */
  readonly fileName: string | null;
  /** The answer holds data.items. */
  readonly hasItems: boolean;
}

/** A call in parts: programs put the query together, so that a changed value is encoded properly. */
interface CallParts extends SampleCall {
  /** Without the query. */
  readonly path: string;
  /** Names and decoded values. */
  readonly query: readonly (readonly [name: string, value: string])[];
}

export function codeSample(language: CodeLanguage, call: SampleCall): string {
  const [path = '', query = ''] = call.address.split('?');
  return WRITERS[language]({ ...call, path, query: [...new URLSearchParams(query)] }).join('\n');
}

const WRITERS: Readonly<Record<CodeLanguage, (call: CallParts) => readonly string[]>> = {
  curl: writeCurl,
  javascript: writeJavaScript,
  typescript: writeTypeScript,
  python: writePython,
  java: writeJava,
  php: writePhp,
  go: writeGo,
};

/** A text in double quotes, as all of these languages but the shell and PHP read it. */
const quoted = (text: string) => JSON.stringify(text);
const single = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;

function writeCurl({ address, path, query, fileName }: CallParts): readonly string[] {
  const file = fileName === null ? '' : ` -o ${fileName}`;
  const head = `curl -s -H "X-Api-Key: $SEOGA_API_KEY"${file}`;
  // Nothing to encode: the address is shorter as it is.
  if (query.every(([, value]) => /^[\w.,-]*$/.test(value))) return [`${head} \\`, `  '${address}'`];
  return [
    `${head} -G \\`,
    `  '${path}' \\`,
    ...query.map(([name, value], index) => {
      const end = index === query.length - 1 ? '' : ' \\';
      return `  --data-urlencode ${shellQuoted(`${name}=${value}`)}${end}`;
    }),
  ];
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function writeJavaScript(call: CallParts): readonly string[] {
  return [
    ...(call.fileName === null ? [] : [`import { writeFile } from 'node:fs/promises';`, '']),
    ...scriptAddress(call),
    'const response = await fetch(url, {',
    `  headers: { 'X-Api-Key': process.env.SEOGA_API_KEY },`,
    '});',
    ...scriptEnd(call, ''),
  ];
}

function writeTypeScript(call: CallParts): readonly string[] {
  return [
    ...(call.fileName === null ? [] : [`import { writeFile } from 'node:fs/promises';`, '']),
    ...(call.hasItems ? ['interface Item { sortOrder: number; title: string }', ''] : []),
    ...scriptAddress(call),
    `const key = process.env.SEOGA_API_KEY ?? '';`,
    `const response = await fetch(url, { headers: { 'X-Api-Key': key } });`,
    ...scriptEnd(
      call,
      call.hasItems
        ? ': { success: boolean; errorCode: string | null; message: string; data: { items: Item[] } }'
        : '',
    ),
  ];
}

function scriptAddress({ path, query }: CallParts): readonly string[] {
  if (query.length === 0) return [`const url = ${single(path)};`];
  return [
    `const url = new URL(${single(path)});`,
    'url.search = new URLSearchParams({',
    ...query.map(([name, value]) => `  ${name}: ${single(value)},`),
    '}).toString();',
  ];
}

/** What JavaScript and TypeScript do with the answer alike; `type` is that of the parsed body. */
function scriptEnd({ fileName, hasItems }: CallParts, type: string): readonly string[] {
  const fail = `throw new Error(errorCode + ': ' + message);`;
  if (fileName !== null) {
    return [
      'if (!response.ok) {',
      '  const { errorCode, message } = await response.json();',
      `  ${fail}`,
      '}',
      `await writeFile('${fileName}', new Uint8Array(await response.arrayBuffer()));`,
    ];
  }
  return [
    `const { success, errorCode, message, data }${type} = await response.json();`,
    `if (!success) ${fail}`,
    hasItems
      ? 'for (const item of data.items) console.log(item.sortOrder, item.title);'
      : 'console.log(data);',
  ];
}

function writePython({ path, query, fileName, hasItems }: CallParts): readonly string[] {
  const address = query.length === 0 ? quoted(path) : `${quoted(`${path}?`)} + query`;
  const save = `    open("${fileName}", "wb").write(body)`;
  const print = hasItems
    ? [
        '    for item in json.loads(body)["data"]["items"]:',
        '        print(item["sortOrder"], item["title"])',
      ]
    : ['    print(json.loads(body)["data"])'];
  return [
    'import json',
    'import os',
    'import urllib.error',
    ...(query.length === 0 ? [] : ['import urllib.parse']),
    'import urllib.request',
    '',
    ...(query.length === 0
      ? []
      : [
          'query = urllib.parse.urlencode({',
          ...query.map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},`),
          '})',
        ]),
    `request = urllib.request.Request(${address})`,
    'request.add_header("X-Api-Key", os.environ["SEOGA_API_KEY"])',
    'try:',
    '    body = urllib.request.urlopen(request).read()',
    ...(fileName === null ? print : [save]),
    'except urllib.error.HTTPError as error:',
    '    answer = json.load(error)',
    '    raise SystemExit(f\'{answer["errorCode"]}: {answer["message"]}\')',
  ];
}

function writeJava({ path, query, fileName }: CallParts): readonly string[] {
  const parts = query.map(([name, value], index) => {
    const mark = index === 0 ? '?' : '&';
    return `            + ${quoted(`${mark}${name}=`)} + URLEncoder.encode(${quoted(value)}, StandardCharsets.UTF_8)`;
  });
  return [
    'import java.net.URI;',
    ...(query.length === 0 ? [] : ['import java.net.URLEncoder;']),
    'import java.net.http.*;',
    ...(query.length === 0 ? [] : ['import java.nio.charset.StandardCharsets;']),
    ...(fileName === null ? [] : ['import java.nio.file.*;']),
    '',
    'class Call {',
    '  public static void main(String[] args) throws Exception {',
    `    var address = ${quoted(path)}${parts.length === 0 ? ';' : ''}`,
    ...parts.map((part, index) => (index === parts.length - 1 ? `${part};` : part)),
    '    var request = HttpRequest.newBuilder(URI.create(address))',
    '        .header("X-Api-Key", System.getenv("SEOGA_API_KEY"))',
    '        .build();',
    '    var response = HttpClient.newHttpClient()',
    '        .send(request, HttpResponse.BodyHandlers.ofByteArray());',
    '    // On failure the body holds errorCode and message.',
    '    if (response.statusCode() != 200) throw new RuntimeException(new String(response.body(), "UTF-8"));',
    fileName === null
      ? '    System.out.println(new String(response.body(), "UTF-8"));'
      : `    Files.write(Path.of("${fileName}"), response.body());`,
    '  }',
    '}',
  ];
}

function writePhp({ path, query, fileName, hasItems }: CallParts): readonly string[] {
  const print = hasItems
    ? [
        "foreach (json_decode($body, true)['data']['items'] as $item) {",
        "    echo $item['sortOrder'], ' ', $item['title'], PHP_EOL;",
        '}',
      ]
    : ["print_r(json_decode($body, true)['data']);"];
  return [
    '<?php',
    ...(query.length === 0
      ? []
      : [
          '$query = http_build_query([',
          ...query.map(([name, value]) => `    ${single(name)} => ${single(value)},`),
          ']);',
        ]),
    `$call = curl_init(${query.length === 0 ? single(path) : `${single(`${path}?`)} . $query`});`,
    'curl_setopt_array($call, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    "    CURLOPT_HTTPHEADER => ['X-Api-Key: ' . getenv('SEOGA_API_KEY')],",
    ']);',
    '$body = curl_exec($call);',
    'if (curl_getinfo($call, CURLINFO_RESPONSE_CODE) !== 200) {',
    '    $answer = json_decode($body, true);',
    "    throw new RuntimeException($answer['errorCode'] . ': ' . $answer['message']);",
    '}',
    ...(fileName === null ? print : [`file_put_contents('${fileName}', $body);`]),
  ];
}

function writeGo({ path, query, fileName }: CallParts): readonly string[] {
  const hasQuery = query.length > 0;
  return [
    'package main',
    '',
    'import (',
    ...(fileName === null ? ['\t"fmt"'] : []),
    '\t"io"',
    '\t"log"',
    '\t"net/http"',
    ...(hasQuery ? ['\t"net/url"'] : []),
    '\t"os"',
    ')',
    '',
    'func main() {',
    ...(hasQuery
      ? [
          '\tquery := url.Values{',
          ...query.map(([name, value]) => `\t\t${quoted(name)}: {${quoted(value)}},`),
          '\t}',
        ]
      : []),
    `\taddress := ${hasQuery ? `${quoted(`${path}?`)} + query.Encode()` : quoted(path)}`,
    '\trequest, err := http.NewRequest("GET", address, nil)',
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    '\trequest.Header.Set("X-Api-Key", os.Getenv("SEOGA_API_KEY"))',
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tbody, err := io.ReadAll(response.Body)',
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    '\tif response.StatusCode != 200 {',
    '\t\tlog.Fatal(string(body)) // holds errorCode and message',
    '\t}',
    ...(fileName === null
      ? ['\tfmt.Println(string(body))']
      : [`\tif err := os.WriteFile("${fileName}", body, 0o644); err != nil {`, '\t\tlog.Fatal(err)', '\t}']),
    '}',
  ];
}
