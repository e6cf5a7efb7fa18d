import { curlCommand } from '../own/calls.ts';

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
    { language: 'php', title: 'PHP', code: writePhp(parts) },
    { language: 'go', title: 'Go', code: writeGo(parts) },
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

function writePhp({ path, query, fileName, hasItems }: CallParts): string {
  const hasQuery = query.length > 0;
  return lines(
    '<?php',
    hasQuery && [
      '$query = http_build_query([',
      ...query.map(([name, value]) => `    ${single(name)} => ${single(value)},`),
      ']);',
    ],
    `$call = curl_init(${hasQuery ? `${single(`${path}?`)} . $query` : single(path)});`,
    'curl_setopt_array($call, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    "    CURLOPT_HTTPHEADER => ['X-Api-Key: ' . getenv('SEOGA_API_KEY')],",
    ']);',
    '$body = curl_exec($call);',
    'if (curl_getinfo($call, CURLINFO_RESPONSE_CODE) !== 200) throw new RuntimeException($body);',
    fileName !== null && `file_put_contents('${fileName}', $body);`,
    fileName === null &&
      (hasItems
        ? [
            "foreach (json_decode($body, true)['data']['items'] as $item) {",
            "    echo $item['sortOrder'], ' ', $item['title'], PHP_EOL;",
            '}',
          ]
        : "print_r(json_decode($body, true)['data']);"),
  );
}

function writeGo({ path, query, fileName }: CallParts): string {
  const hasQuery = query.length > 0;
  const imports = [fileName === null && 'fmt', 'io', 'log', 'net/http', hasQuery && 'net/url', 'os'];
  const check = ['\tif err != nil {', '\t\tlog.Fatal(err)', '\t}'];
  return lines(
    'package main\n',
    'import (',
    imports.flatMap((name) => (name === false ? [] : `\t"${name}"`)),
    ')\n',
    'func main() {',
    hasQuery && [
      '\tquery := url.Values{',
      ...query.map(([name, value]) => `\t\t${quoted(name)}: {${quoted(value)}},`),
      '\t}',
    ],
    `\taddress := ${hasQuery ? `${quoted(`${path}?`)} + query.Encode()` : quoted(path)}`,
    '\trequest, err := http.NewRequest("GET", address, nil)',
    check,
    '\trequest.Header.Set("X-Api-Key", os.Getenv("SEOGA_API_KEY"))',
    '\tresponse, err := http.DefaultClient.Do(request)',
    check,
    '\tdefer response.Body.Close()',
    '\tbody, err := io.ReadAll(response.Body)',
    check,
    '\tif response.StatusCode != 200 {',
    '\t\tlog.Fatal(string(body)) // errorCode and message',
    '\t}',
    fileName === null
      ? '\tfmt.Println(string(body))'
      : [`\tif err := os.WriteFile("${fileName}", body, 0o644); err != nil {`, '\t\tlog.Fatal(err)', '\t}'],
    '}',
  );
}
