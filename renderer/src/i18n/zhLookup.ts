/** Words of the viewer's question: where a name or a fact stands in the prompt, or why not. */
export const lookup = {
  title: '问',
  label: '输入一个名字或一件事',
  hint: '例如：为什么不知道沈知府已经死了？',
  submit: '找答案',
  searching: '正在找…',
  searchedFor: '找的是：{{words}}',
  nothing: '这句话里没有可以找的名字或词，换个说法再问。',
  open: '打开这一处',
  openEntry: '打开「{{name}}」',
  comma: '、',
  said: {
    inPrompt: '在提示词里，「{{label}}」这一块写着：',
    shortened: '「{{name}}」在提示词里只剩{{level}}，更细的写不下。',
    leftOut: '「{{label}}」里有，但这一块没有放进去：{{reason}}。',
    levelNever: '「{{name}}」设成了从不给 AI 看。',
    levelManual: '「{{name}}」设成了点名才给 AI 看，这次没有点名。写 @{{name}} 就会带上。',
    notNamed: '光标附近、要求和选中的文字里都没有提到「{{name}}」，所以没有带上它。',
    entryLater: '读者到「{{chapter}}」才知道「{{name}}」，这一章还不能说。',
    changeLater: '「{{name}}」的这个变化写明从「{{chapter}}」开始，这一章还没有发生：',
    changeOver: '「{{name}}」的这个变化在这一章之前已经结束：',
    entryHidden: '这一章的视角人物不知道「{{name}}」。',
    changeHidden: '这一章的视角人物不知道「{{name}}」的这个变化，或者它写的章节已经不在：',
    earlier: '「{{chapter}}」写过，但这次没有选中这一段：',
    notYet: '「{{chapter}}」写到了，但这一处在光标之后，或者在没有放进去的部分：',
    nameUnsure: '不能确定「{{name}}」指的是设定集里的哪一个人；写进他的别名，就能确定。',
    noAnswer:
      '按这句话里的词，没有找到既讲它、又讲您问的事的句子；换一种说法的可能有。写进设定集，AI 就会知道。',
    closeInPrompt: '提示词里相近的，「{{label}}」这一块：',
    closeEarlier: '前面写过的相近的，「{{chapter}}」：',
    closeLater: '光标之后或没有放进去的部分里相近的，「{{chapter}}」：',
  },
} as const

/** What can be done with a part of the prompt. */
export const card = {
  open: '打开这一处',
  openEntry: '打开条目',
  pin: '钉住',
  unpin: '不再钉住',
  without: '下次不要',
  with: '还是要',
  withoutCount: '下次不要 {{n}} 处',
  pinnedCount: '钉住 {{n}} 个条目',
  and: '，',
  clear: '都取消',
  getIn: '只这一次；之后会照常放进去。',
} as const
