import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useIpc, useWorkspace } from '../../app/AppContext.tsx'
import { useAppSettings } from '../settings/useAppSettings.ts'
import { createLongWork, type WorkNews } from './longWork.ts'
import { systemNotifications } from './systemNotifications.ts'

/** Progress is shown in steps of this part. */
const steps = 100

/**
 * Shows the end of long work over other windows while this one is not in front: by the desktop around the page, else by
 * the browser. The desktop also shows on the window's sign how far the work is.
 */
export const useNotifications = (runs: { readonly agent: () => void }) => {
  const ipc = useIpc()
  const workspace = useWorkspace()
  const { t } = useTranslation()
  const isOff = useAppSettings(({ notifications }) => notifications) === false
  const notify = async (news: WorkNews | null) => {
    if (news === null || isOff || document.hasFocus()) return
    const isTask = news.kind.startsWith('task')
    const words = {
      title: 'job' in news ? t(`notifications.${news.kind}.${news.job}`) : t(`notifications.${news.kind}`),
      body: workspace.store.getState().project?.name ?? '',
    }
    const answer = await ipc.invoke('desktop:notify', { ...words, ...(isTask && { command: 'agent' }) })
    if (!answer.ok || answer.data.shown) return
    systemNotifications.show(words, () => {
      if (isTask && workspace.store.getState().project !== null) runs.agent()
    })
  }
  const latest = useRef(notify)
  latest.current = notify
  useEffect(() => {
    const work = createLongWork(() => performance.now())
    let shown: number | null = null
    let hasDesktop = true
    const showProgress = () => {
      const exact = work.progress()
      const ratio = exact === null ? null : Math.round(exact * steps) / steps
      if (ratio === shown || !hasDesktop) return
      shown = ratio
      void ipc.invoke('desktop:progress', { ratio }).then((answer) => {
        if (answer.ok) hasDesktop = answer.data.used
      })
    }
    const stops = [
      ipc.on('agent', (event) => void latest.current(work.ofTask(event))),
      ipc.on('bookJob', (event) => {
        void latest.current(work.ofBookJob(event))
        showProgress()
      }),
      ipc.on('job', (event) => {
        void latest.current(work.ofIndex(event))
        showProgress()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [ipc])
}
