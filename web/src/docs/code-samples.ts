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

/** A call to show: all of these programs run on the reader's server and take the key from its environment. */
export interface SampleCall {
  /** With base and query. */
  readonly address: string;
  /** Name of the file that the answer is saved as; null for JSON. */
  readonly fileName: string | null;
  /** The answer holds data.items. */
  readonly hasItems: boolean;
}

export function codeSample(language: CodeLanguage, call: SampleCall): string {
  return WRITERS[language](call);
}

const WRITERS: Readonly<Record<CodeLanguage, (call: SampleCall) => string>> = {
  curl: ({ address, fileName }) =>
    `curl -s -H "X-Api-Key: $SEOGA_API_KEY"${fileName === null ? '' : ` -o ${fileName}`} \\\n  '${address}'`,

  javascript: (call) =>
    [
      ...(call.fileName === null ? [] : [`import { writeFile } from 'node:fs/promises';`, '']),
      `const response = await fetch('${call.address}', {`,
      `  headers: { 'X-Api-Key': process.env.SEOGA_API_KEY },`,
      '});',
      ...scriptEnd(call, ''),
    ].join('\n'),

  typescript: (call) =>
    [
      ...(call.fileName === null ? [] : [`import { writeFile } from 'node:fs/promises';`, '']),
      ...(call.hasItems ? ['interface Item { sortOrder: number; title: string }', ''] : []),
      `const key = process.env.SEOGA_API_KEY ?? '';`,
      `const response = await fetch('${call.address}', { headers: { 'X-Api-Key': key } });`,
      ...scriptEnd(
        call,
        call.hasItems
          ? ': { success: boolean; errorCode: string; message: string; data: { items: Item[] } }'
          : '',
      ),
    ].join('\n'),

  python: (call) =>
    [
      ...(call.fileName === null ? ['import json'] : []),
      'import os',
      'import urllib.request',
      '',
      'request = urllib.request.Request(',
      `    "${call.address}",`,
      '    headers={"X-Api-Key": os.environ["SEOGA_API_KEY"]},',
      ')',
      'with urllib.request.urlopen(request) as response:',
      ...(call.fileName === null
        ? ['    data = json.load(response)["data"]']
        : [`    with open("${call.fileName}", "wb") as file:`, '        file.write(response.read())']),
      ...(call.fileName !== null
        ? []
        : call.hasItems
          ? ['for item in data["items"]:', '    print(item["sortOrder"], item["title"])']
          : ['print(data)']),
    ].join('\n'),

  java: (call) =>
    [
      'import java.net.URI;',
      'import java.net.http.*;',
      ...(call.fileName === null ? [] : ['import java.nio.file.Path;']),
      '',
      'class Call {',
      '  public static void main(String[] args) throws Exception {',
      `    var request = HttpRequest.newBuilder(URI.create("${call.address}"))`,
      '        .header("X-Api-Key", System.getenv("SEOGA_API_KEY"))',
      '        .build();',
      '    var response = HttpClient.newHttpClient()',
      `        .send(request, HttpResponse.BodyHandlers.${call.fileName === null ? 'ofString()' : `ofFile(Path.of("${call.fileName}"))`});`,
      '    if (response.statusCode() != 200) throw new RuntimeException(response.toString());',
      ...(call.fileName === null ? ['    System.out.println(response.body());'] : []),
      '  }',
      '}',
    ].join('\n'),

  php: (call) =>
    [
      '<?php',
      `$call = curl_init('${call.address}');`,
      'curl_setopt_array($call, [',
      '    CURLOPT_RETURNTRANSFER => true,',
      "    CURLOPT_HTTPHEADER => ['X-Api-Key: ' . getenv('SEOGA_API_KEY')],",
      ']);',
      '$body = curl_exec($call);',
      'if (curl_getinfo($call, CURLINFO_RESPONSE_CODE) !== 200) {',
      '    throw new RuntimeException($body);',
      '}',
      ...(call.fileName !== null
        ? [`file_put_contents('${call.fileName}', $body);`]
        : call.hasItems
          ? [
              "foreach (json_decode($body, true)['data']['items'] as $item) {",
              "    echo $item['sortOrder'], \" \", $item['title'], PHP_EOL;",
              '}',
            ]
          : ["print_r(json_decode($body, true)['data']);"]),
    ].join('\n'),

  go: (call) =>
    [
      'package main',
      '',
      'import (',
      ...(call.fileName === null ? ['\t"fmt"'] : []),
      '\t"io"',
      '\t"log"',
      '\t"net/http"',
      '\t"os"',
      ')',
      '',
      'func main() {',
      `\trequest, _ := http.NewRequest("GET", "${call.address}", nil)`,
      '\trequest.Header.Set("X-Api-Key", os.Getenv("SEOGA_API_KEY"))',
      '\tresponse, err := http.DefaultClient.Do(request)',
      '\tif err != nil {',
      '\t\tlog.Fatal(err)',
      '\t}',
      '\tdefer response.Body.Close()',
      '\tbody, err := io.ReadAll(response.Body)',
      '\tif err != nil || response.StatusCode != 200 {',
      '\t\tlog.Fatal(response.Status, err)',
      '\t}',
      ...(call.fileName === null
        ? ['\tfmt.Println(string(body))']
        : [
            `\tif err := os.WriteFile("${call.fileName}", body, 0o644); err != nil {`,
            '\t\tlog.Fatal(err)',
            '\t}',
          ]),
      '}',
    ].join('\n'),
};

/** What JavaScript and TypeScript do with the answer alike; `type` is that of the parsed body. */
function scriptEnd({ fileName, hasItems }: SampleCall, type: string): readonly string[] {
  if (fileName !== null) {
    return [
      'if (!response.ok) throw new Error(await response.text());',
      `await writeFile('${fileName}', new Uint8Array(await response.arrayBuffer()));`,
    ];
  }
  return [
    `const { success, errorCode, message, data }${type} = await response.json();`,
    'if (!success) throw new Error(errorCode + ": " + message);',
    hasItems
      ? 'for (const item of data.items) console.log(item.sortOrder, item.title);'
      : 'console.log(data);',
  ];
}
