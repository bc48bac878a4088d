import type { Kind } from '../../src/packs/kit.ts'
import { channelPack } from '../microsoft-windows/channel.ts'

const job = (title: string, activity: number, ends?: Kind['ends']): Kind => ({
  title,
  class: 'scheduled_job_activity',
  activity,
  ends,
  map: {
    TaskName: 'job.name',
    ActionName: 'job.cmd_line',
    UserContext: 'actor.user',
    UserName: 'actor.user',
    ResultCode: 'status_code',
    Path: 'process.file.path',
    ProcessID: 'process.pid',
  },
  says: [title, '{TaskName}', '{ActionName}', '{Path}', 'user {UserContext}', 'user {UserName}', 'result {ResultCode}'],
})

export const pack = channelPack({
  id: 'microsoft-windows-task-scheduler',
  product: 'Task Scheduler',
  names: ['TaskScheduler'],
  docs: ['https://learn.microsoft.com/en-us/windows/win32/taskschd/task-scheduler-start-page'],
  channels: ['Microsoft-Windows-TaskScheduler/Operational', 'Microsoft-Windows-TaskScheduler'],
  kinds: {
    '106': { ...job('Task registered', 1, 'success'), severity: 2 },
    '140': { ...job('Task changed', 2, 'success'), severity: 2 },
    '141': job('Task deleted', 3, 'success'),
    '142': job('Task disabled', 5, 'success'),
    '100': job('Task started', 6, 'success'),
    '101': job('Start of a task fails', 6, 'failure'),
    '107': job('Task started by its schedule', 6, 'success'),
    '108': job('Task started by an event', 6, 'success'),
    '110': job('Task started by a user', 6, 'success'),
    '118': job('Task started at boot', 6, 'success'),
    '119': job('Task started at logon', 6, 'success'),
    '129': job('Process of a task created', 6, 'success'),
    '200': job('Action of a task started', 6, 'success'),
    '102': job('Task ended', 99, 'success'),
    '103': job('Action of a task fails', 99, 'failure'),
    '111': job('Task terminated', 99),
    '201': job('Action of a task ended', 99),
    '203': job('Action of a task fails to start', 6, 'failure'),
  },
  personal: { UserContext: 'user', UserName: 'user' },
})
