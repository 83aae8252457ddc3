/** Words of volumes in the list of chapters. */
export const volumes = {
  begin: 'Begin a volume here',
  name: 'Title of the new volume',
  nameHint: 'Title, or Enter for a number',
  remove: 'Remove volume, keep chapters',
  handed: 'The volume “{{title}}” begins with “{{to}}” now.',
  gone: '“{{title}}” has no other chapter, so that volume is gone.',
}
