/** Words of volumes in the list of chapters. */
export const volumes = {
  create: 'Begin a volume here',
  name: 'Title of the new volume',
  nameHint: 'Title, or Enter for a number',
  remove: 'Remove volume, keep chapters',
  startMoved: 'The volume “{{title}}” begins with “{{to}}” now.',
  volumeRemoved: '“{{title}}” has no other chapter, so that volume is gone.',
}
