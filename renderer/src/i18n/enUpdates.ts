/** Words of new versions of the app. */
export const updates = {
  title: 'About and updates',
  current: 'CreoNow {{version}}.',
  off: 'The publisher of this app has set no place for new versions, so none are looked for and nothing is asked online.',
  byHand: 'This copy cannot replace itself; a new version takes its place by hand.',
  idle: 'New versions have not been looked for yet.',
  checking: 'Looking for a new version…',
  latest: 'This is the newest version.',
  available: 'Version {{version}} is there. It is downloaded when you say so.',
  downloading: 'Version {{version}} is being downloaded: {{percent}}%.',
  ready:
    'Version {{version}} is downloaded and signed by the publisher. It is installed when you restart here.',
  installing: 'Version {{version}} is being installed…',
  failed: 'This version works on.',
  do: { read: '', check: 'Look for a new version', download: 'Download', install: 'Restart to update' },
  obstacles: {
    text: 'Not now: a chapter in a window is not saved yet. Save it, then restart.',
    work: 'Not now: a task, a job or a model is at work. Wait for it or stop it, then restart.',
  },
  unasked: 'Look for new versions once a day',
  unaskedHint: 'Only the number of the newest version is asked for; nothing about you or your books is sent.',
}
