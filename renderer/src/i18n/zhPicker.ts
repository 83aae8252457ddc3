/** Words of the first screen: folders, importing, works opened before. */
export const picker = {
  label: '选文件夹',
  browse: '浏览…',
  up: '上一级',
  empty: '这里没有别的文件夹。',
  more: '文件夹太多，没有全列出来。',
  choose: '用这个文件夹',
  chooseParent: '放在这里',
  newHint: '会新建这个文件夹，可以改。',
  importing: '正在导入 {{characters}} 字。可以取消，取消后什么都不会留下。',
  cancel: '取消导入',
  length: '{{n}} 字',
  missing: '文件夹不在了：{{path}}',
  find: '找回…',
  findOf: '找回「{{name}}」',
  removeOf: '从列表里去掉「{{name}}」（文件夹不动）',
}
