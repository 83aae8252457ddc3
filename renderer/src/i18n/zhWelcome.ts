/** Words of the first screen, and of importing a book. */
export const welcome = {
  title: '从哪里开始写',
  lead: '书稿是您文件夹里的普通文本文件，随时可以用别的软件打开。',
  sample: '打开示例小说',
  sampleHint: '先看看一部写好设定的短篇，续写一段试试。',
  create: '新建作品',
  createHint: '从一个空文件夹开始。',
  open: '打开文件夹',
  openHint: '打开已有的作品文件夹。',
  import: '导入书稿',
  importHint: '把一个 .txt、.md、.docx 或 .epub 文件按章节拆开。',
  recent: '最近的作品',
  none: '还没有打开过作品。',
  missing: '文件夹不在原来的位置',
  name: '作品名',
  folder: '文件夹',
  folderHint: '写完整路径，例如 ~/小说/雾港',
  file: '书稿文件',
  confirmCreate: '新建',
  confirmOpen: '打开',
  confirmImport: '导入',
  importing: '正在导入书稿',
  opening: '正在打开作品',
  fileTooLarge: '这个文件超过 64 MB，请先分成几个文件。',
} as const

export const preview = {
  label: '导入以后的样子',
  reading: '正在看这个文件…',
  lost: '这个文件读不出来，请确认它还在原处。',
  total: '会拆成 {{chapters}} 章，{{characters}} 字，编码 {{encoding}}。',
  chapters: '章节',
  doubts: '请看一眼的地方',
  more: '……还有 {{n}} 章',
  families: '不对的话，点选真正的章节标题是哪一种：',
  makes: '{{n}} 章',
  encoding: '编码',
  detected: '自动识别',
  choose: '请选择',
  unsure: '看不准这个文件的编码。请选一种，看看下面的文字对不对。',
} as const

export const imported = {
  text: '导入了 {{n}} 章，编码 {{encoding}}。',
  doubts: '有 {{n}} 处请看一眼：',
  line: '第 {{line}} 行：{{message}}',
  close: '知道了',
} as const
