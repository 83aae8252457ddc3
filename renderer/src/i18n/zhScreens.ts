/** Words of the sheets beside the text, where the author writes what the model reads. */
export const saved = {
  saved: '已保存。',
  saving: '正在保存…',
  incomplete: '还不能保存：有一项没有填好。',
  restored: '上次没有存上的修改已经补上。',
  conflict: '这里和别处都改了同一项，两份都在，请选一份。',
  versions: { mine: '这里的', disk: '别处的' },
  take: { mine: '用这里的', disk: '用别处的' },
  useOther: '换回另一份',
}

export const sheet = {
  close: '关闭{{title}}',
  titles: {
    style: '文风',
    terminology: '用词表',
    world: '世界设定',
    profile: '作品信息',
    skills: '技能',
    budget: '预算',
  },
}

export const texts = {
  style: '文风',
  styleLead: '人称、语气、句子长短、忌用的写法。AI 每次写之前都会读到全文。',
  world: '世界设定文件',
  worldLead: '地理、年表、规矩：AI 写任何一章都会读到，放不下时从后面裁起。',
  worldEmpty: '还没有世界设定。',
  newWorld: '新文件的名字',
  make: '新建',
  tooLong: '这个文件超过 256 KB，AI 只会读到它的开头。请拆成几个。',
  rename: '改名',
  renameOf: '给「{{name}}」改名',
  newName: '「{{name}}」的新名字',
  cancel: '取消',
  removeOf: '删除「{{name}}」',
  removed: '删除过 {{n}} 个',
  restore: '放回',
  restoreOf: '放回「{{name}}」',
}

export const terms = {
  lead: '写什么词，不写什么词。AI 每次都会读到，写完也会按它核对。',
  row: '用词「{{name}}」',
  use: '写作',
  avoid: '不写作（用顿号隔开）',
  note: '说明',
  add: '添加一个词',
  remove: '删除',
  removeOf: '删除「{{name}}」',
  banned: '禁用的词',
  bannedHint: '用顿号隔开，整本书里都不出现。',
  incomplete: '还不能保存：有一行只写了不用的词，没有写该用的词。',
}

export const profile = {
  lead: '这本书是什么样的书。AI 每次都会读到。',
  name: '书名',
  language: '书的语言',
  languageHint: '决定给 AI 的说明用哪种语言，与界面的语言无关。',
  person: '叙述人称',
  tense: '时态',
  unset: '不说明',
  own: '自己写…',
  narration: {
    first: '第一人称',
    second: '第二人称',
    third: '第三人称',
    past: '过去时',
    present: '现在时',
  },
  ownWords: { person: '人称（自己写）', tense: '时态（自己写）' },
  genre: '题材',
  genreHint: '例如：悬疑、历史、科幻',
  type: '类型',
  typeHint: '例如：长篇小说、短篇集、剧本',
  synopsis: '全书梗概',
  incomplete: '还不能保存：书名不能是空的。',
}

export const skillScreen = {
  lead: '技能是一段写给 AI 的话。自己写一个，或从内置的复制一份来改。',
  own: '自己的技能',
  none: '还没有自己的技能。',
  builtin: '内置的技能',
  newName: '新技能的名字',
  copyOf: '复制「{{name}}」',
  copyName: '{{name}}（副本）',
  broken: '有错',
  line: '第 {{n}} 行：',
  asText: '文件原文',
  name: '名字',
  output: '写出来的文字',
  outputs: { insert: '接在光标后', replace: '替换选中的', show: '只在面板里看' },
  retrieved: '让 AI 读到召回的条目和前文',
  instruction: '要 AI 做什么',
  instructionHint: '它会排在所有材料之后。',
  incomplete: '还不能保存：名字不能是空的。',
  export: '导出文件',
  try: '试一试',
  tryHint: '用离线的示例模型，在光标处试，不会写进正文。',
  tryNotReady: '先打开一章，写好并存好技能再试。',
}

export const budget = {
  lead: '四层各占多少。动一层，其余按比例让，总和总是 100%。',
  minimum: '至少 tokens',
  minimumOf: '{{layer}}至少多少 tokens',
  about: {
    rules: '约束、文风、用词表。您写的从不裁掉。',
    settings: '作品信息、世界设定、写作偏好。',
    retrieved: '提到的条目、前文片段、梗概。',
    immediate: '光标前后的正文、选中的文字、这次的要求。',
  },
  reset: '恢复默认',
  incomplete: '还不能保存：“至少”要是不小于 0 的整数。',
  now: '现在会读到的',
  noPreview: '打开一章，把光标放进正文，这里会说现在会裁掉什么。',
}

export const codexSheet = {
  more: '更多：何时知道、变化、关系、约束、谁知道、标签',
  make: '创建',
  noName: '名字不能空着。',
  aliasHint: '回车或逗号添加一个；从一开始就有的别名。',
  removeAlias: '去掉别名「{{name}}」',
  where: '在哪里提到',
  nowhere: '正文里还没有提到。',
  inChapter: '{{title}}：{{n}} 处',
  exchange: '导入和导出',
  import: '导入角色卡或世界书',
  importHint: '角色卡（.png、.json）、World Info、NovelAI lorebook。不会改动已有的条目。',
  export: '导出为 World Info',
  imported: '导入了 {{n}} 个条目。',
  exported: '导出了 {{n}} 个条目。',
  loss: '有 {{n}} 项放不进去',
}
