/** Words of backups. */
export const backup = {
  title: '备份',
  lead: '把整本书备份到别处的一个文件夹，每份是一个压缩包，不用本软件也能读。要恢复，就把它解压，再打开解压出来的文件夹。',
  folder: '备份文件夹',
  folderHint: '最好在另一块盘或网盘里；写完整路径，留空就不备份。',
  when: '什么时候备份',
  daily: '每天第一次打开时',
  opening: '每次打开时',
  copies: '每本书留几份',
  now: '现在备份',
  none: '这本书还没有备份。',
  newest: '最近一份：{{time}}，{{name}}。',
  leftOut: '太大，没有备份：{{paths}}。',
  retry: '再试一次',
  open: '备份的设置',
}
