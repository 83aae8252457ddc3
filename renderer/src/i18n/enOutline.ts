/** Words of the outline. */
export const outline = {
  title: 'Outline',
  close: 'Close the outline',
  about:
    'A card for each chapter: F2 changes its title, dragging or Alt+↑ and Alt+↓ its place; plan and synopsis are written on the card.',
}
