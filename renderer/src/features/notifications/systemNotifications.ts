/** Whether the system shows notifications of this page. `default`: the author has not been asked. */
export type NotificationState = 'granted' | 'denied' | 'default'

/** A notification, in words. */
export interface NotificationWords {
  /** What has happened. */
  readonly title: string
  /** What is below it; may be empty. */
  readonly body: string
}

const hasDesktop = () => window.creonow !== undefined
const isThere = () => 'Notification' in window

/** The notifications of the browser; the desktop shows its own, and is never asked. */
export const systemNotifications = {
  /** As it is now; a browser without notifications has denied them. */
  permission: (): NotificationState => {
    if (hasDesktop()) return 'granted'
    return isThere() ? Notification.permission : 'denied'
  },
  /** Asks the author where nobody has; call it when something was pressed, as browsers refuse it otherwise. */
  requestPermission: async (): Promise<NotificationState> => {
    if (hasDesktop()) return 'granted'
    return isThere() ? Notification.requestPermission() : 'denied'
  },
  /** Shows one where that is allowed. */
  show({ title, body }: NotificationWords, whenClicked: () => void): void {
    if (!isThere() || Notification.permission !== 'granted') return
    const notification = new Notification(title, { body, lang: document.documentElement.lang })
    notification.onclick = () => {
      window.focus()
      notification.close()
      whenClicked()
    }
  },
}
