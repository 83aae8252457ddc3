/** Words of the first screen, and of importing a book. */
export const welcome = {
  title: '从哪里开始写',
  lead: 'CreoNow 是写长篇小说的地方：您写，AI 读过前文和设定，帮您续写、润色、查矛盾。书稿是您文件夹里的普通文本文件，随时可以用别的软件打开。',
  model:
    '要用 AI，先接一个模型服务（DeepSeek、Kimi、通义等，或本机的模型）。不接也能写、能导入导出；那时的 AI 只是示范，写的话不作数。',
  connect: '接一个模型',
  sample: '打开示例小说',
  sampleHint: '先看看一部写好设定的短篇，续写一段试试。',
  create: '新建作品',
  createHint: '从一个空文件夹开始。',
  open: '打开文件夹',
  openHint: '打开已有的作品文件夹。',
  import: '导入书稿',
  importHint: '{{extensions}} 等文件，按章节拆开，也可以把文件夹拖到这一页。',
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
  severalFiles: '书稿',
  fileTooLarge: '这个文件超过 64 MB，请先分成几个文件。',
} as const

/** Why a folder or several files that were dropped are not looked at. */
export const drop = {
  tooMany: '这个文件夹里的文件超过 5,000 个，请只拖书稿所在的文件夹。',
  tooLarge: '这个文件夹里的文字超过 64 MB，请分几次导入。',
  lost: '文件夹里有文件读不出来，请确认它们还在原处。',
} as const

/** What comes with the chapters of a project. */
export const brought = {
  character: '{{n}} 个人物',
  location: '{{n}} 个地点',
  item: '{{n}} 件物品',
  faction: '{{n}} 个势力',
  event: '{{n}} 个事件',
  lore: '{{n}} 篇资料',
  synopsis: '{{n}} 章的梗概',
  note: '{{n}} 条笔记',
  status: '{{n}} 章的状态',
  label: '{{n}} 章的标签',
  bookSynopsis: '全书梗概',
} as const

export const preview = {
  label: '导入以后的样子',
  reading: '正在看这个文件…',
  unreadable: '这个文件读不出来，请确认它还在原处。',
  total: '会拆成 {{chapters}} 章，{{characters}} 字，编码 {{encoding}}。',
  wrapped: '每一行都断在差不多的长度，像是软件自动断的行。',
  join: '把断开的行接成整段',
  joinHint: '只去掉段落中间的换行，一个字也不少；诗、信、缩进的行和短行不动。',
  chapters: '章节',
  doubts: '请看一眼的地方',
  brings: '另外还有{{list}}。',
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
