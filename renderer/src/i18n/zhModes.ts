export const modes = {
  focus: '专注模式：只有当前段是浓墨',
  focusOff: '关掉专注模式',
  typewriter: '打字机模式：光标行停在中间',
  typewriterOff: '关掉打字机模式',
  fullScreen: '全屏写作',
  leaveFullScreen: '退出全屏写作',
} as const
