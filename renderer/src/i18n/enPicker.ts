/** Words of the first screen: folders, importing, works opened before. */
export const picker = {
  label: 'Choose a folder',
  browse: 'Browse…',
  up: 'Up',
  empty: 'There are no other folders here.',
  more: 'There are too many folders to list all.',
  choose: 'Use this folder',
  chooseParent: 'Put it here',
  newHint: 'This folder will be made; you may change it.',
  importing: 'Importing {{characters}} characters. You may cancel; nothing stays then.',
  cancel: 'Cancel the import',
  length: '{{n}} characters',
  missing: 'The folder is no longer there: {{path}}',
  find: 'Find…',
  findOf: 'Find “{{name}}” again',
  removeOf: 'Take “{{name}}” off the list (its folder stays)',
}
