export const names = {
  card: '设定卡',
  kinds: { character: '人物', location: '地点', item: '物品', faction: '势力', event: '事件', lore: '杂记' },
  unknown: '读者在这一章还不知道。',
  open: '打开设定卡',
} as const

export const modes = {
  names: '标出正文里的人名和设定',
  namesOff: '不再标出人名和设定',
  focus: '专注模式：只有当前段是浓墨',
  focusOff: '关掉专注模式',
  typewriter: '打字机模式：光标行停在中间',
  typewriterOff: '关掉打字机模式',
  typing: '智能标点：引号、破折号、省略号照本章的写法',
  typingOff: '关掉智能标点：引号、破折号、省略号照打',
  fullScreen: '全屏写作',
  leaveFullScreen: '退出全屏写作',
} as const
