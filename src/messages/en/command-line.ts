/** What the command line says around the help of its commands. */
export const commandLine = {
  usage: 'Usage',
  hint: 'Add --help to a command to see its options. --lang ko or LANG=ko_KR shows help in Korean.',
  secretFiles: 'Every secret can be given as NAME_FILE, the path of a file that contains it.',
} as const;
