import assert from 'node:assert/strict';
import { it } from 'node:test';
import { writeZip } from '../../src/export/zip.ts';
import { message } from '../../src/messages/messages.ts';
import { read, refusalOf } from './read-file.ts';

const container = (...streams: readonly string[]) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(5000),
    ...streams.map((name) => Buffer.from(name, 'utf16le')),
  ]);
const latin = (text: string) => Buffer.from(text, 'latin1');

/** Files that people pick by mistake, by what they are told to be. */
const NO_FEEDS = {
  xls: [container('Workbook'), container()],
  locked: [container('EncryptionInfo', 'EncryptedPackage')],
  document: [
    container('WordDocument'),
    container('HwpSummaryInformation'),
    writeZip({ 'word/document.xml': '<w/>' }),
    latin('{\\rtf1\\ansi}'),
  ],
  binaryWorkbook: [writeZip({ '[Content_Types].xml': '', 'xl/workbook.bin': '' })],
  openDocument: [
    writeZip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' }),
    latin('<?xml version="1.0"?>\n<office:document xmlns:office="urn"/>'),
  ],
  xml2003: [
    latin(
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    ),
  ],
  numbers: [writeZip({ 'Index/Document.iwa': '', 'preview.jpg': '' })],
  webPage: [
    latin('<!-- saved -->\n<HTML><body></body></HTML>'),
    Buffer.from('\ufeff<table><tr></tr></table>', 'utf16le'),
    latin('MIME-Version: 1.0\nContent-Type: multipart/related'),
  ],
  picture: [latin('\x89PNG\r\n'), latin('\xff\xd8\xff\xe0'), latin('GIF89a'), latin('RIFF0000WEBPVP8 ')],
  pdf: [latin('%PDF-1.7')],
  archive: [latin('7z\xbc\xaf\x27\x1c'), latin('Rar!\x1a')],
  database: [latin('SQLite format 3\0')],
  marc: [latin('00714cam a2200205 a 4500001001300000')],
  binary: [Buffer.from(Array.from({ length: 200 }, (_, at) => (at % 6) + 1))],
} as const;

it('what is no feed says what it is, whatever its name', async () => {
  for (const [kind, files] of Object.entries(NO_FEEDS))
    for (const file of files)
      assert.equal(await refusalOf(file), message(`feeds.noFeed.${kind as keyof typeof NO_FEEDS}`).en);
});

it('a zip archive with one feed is that feed; with several it names some', async () => {
  const books = 'itemId,title\n7,가\n';
  const onix =
    '<ONIXMessage release="3.0"><Product><RecordReference>a</RecordReference><NotificationType>03</NotificationType></Product></ONIXMessage>';
  for (const [parts, format] of [
    [{ 'books/books.csv': books, '__MACOSX/books/._books.csv': 'x' }, 'csv'],
    [{ 'books.csv': books, 'readme.txt': 'read me' }, 'csv'],
    [{ 'feed.xml': onix }, 'onix'],
  ] as const) {
    const found = await read(writeZip(parts));
    assert.deepEqual([found.format, found.records.length], [format, 1]);
  }
  const values = { count: 2, names: 'a.csv, b.csv' };
  const several = await refusalOf(writeZip({ 'a.csv': books, 'b.csv': books }));
  assert.equal(several, message('feeds.zipOfMany', values).en);
  const locked = writeZip({ 'a.csv': books });
  for (const signature of [0x04034b50, 0x02014b50]) {
    const at = locked.indexOf(Buffer.from(new Uint32Array([signature]).buffer));
    const flags = at + (signature === 0x04034b50 ? 6 : 8);
    locked.writeUInt16LE(locked.readUInt16LE(flags) | 1, flags);
  }
  assert.equal(await refusalOf(locked), message('feeds.noFeed.lockedZip').en);
});
