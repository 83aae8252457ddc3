/** Words of the outline. */
export const outline = {
  title: 'Outline',
  about:
    'F2 renames a chapter, dragging or Alt+↑ and Alt+↓ moves it, Ctrl+Z moves it back, Esc leads to the text.',
  counts: '{{written}} written, {{planned}} planned',
  threads: { planted: 'planted', touched: 'touched', paid: 'paid', due: 'due', overdue: 'overdue' },
}
