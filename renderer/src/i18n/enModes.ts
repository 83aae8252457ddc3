export const modes = {
  focus: 'Focus mode: only this paragraph in full ink',
  focusOff: 'Turn focus mode off',
  typewriter: 'Typewriter mode: the caret stays in the middle',
  typewriterOff: 'Turn typewriter mode off',
  fullScreen: 'Write in full screen',
  leaveFullScreen: 'Leave full screen',
}
