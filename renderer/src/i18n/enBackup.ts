/** Words of backups. */
export const backup = {
  title: 'Backup',
  lead: 'Copies the whole book to a folder elsewhere; each copy is a zip that can be read without this app. To restore one, unpack it and open the folder.',
  folder: 'Backup folder',
  folderHint: 'Best on another drive or in the cloud. Write the full path; empty means no backup.',
  when: 'When to back up',
  daily: 'At the first opening of a day',
  opening: 'At each opening',
  copies: 'Copies of each book',
  now: 'Back up now',
  none: 'This book has no backup yet.',
  newest: 'The newest: {{time}}, {{name}}.',
  leftOut: 'Too large, not in it: {{paths}}.',
  retry: 'Try again',
  open: 'Backup settings',
}
