/** Saves content of the page as a file. */
export function saveFile(content: BlobPart, fileName: string): void {
  const address = URL.createObjectURL(new Blob([content]));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
