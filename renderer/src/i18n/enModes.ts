export const names = {
  card: 'Codex entry',
  kinds: {
    character: 'Character',
    location: 'Place',
    item: 'Item',
    faction: 'Faction',
    event: 'Event',
    lore: 'Lore',
  },
  unknown: 'The reader does not know this yet here.',
  open: 'Open the entry',
}

export const modes = {
  names: 'Underline names of the codex',
  namesOff: 'No longer underline names',
  focus: 'Focus mode: only this paragraph in full ink',
  focusOff: 'Turn focus mode off',
  typewriter: 'Typewriter mode: the caret stays in the middle',
  typewriterOff: 'Turn typewriter mode off',
  typing: 'Smart typing: quotes, dashes and ellipses as this chapter has them',
  typingOff: 'Turn smart typing of quotes, dashes and ellipses off',
  fullScreen: 'Write in full screen',
  leaveFullScreen: 'Leave full screen',
}
