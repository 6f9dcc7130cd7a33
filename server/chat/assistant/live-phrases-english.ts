/** The sentences in English while an emergency, a crisis or a danger goes on. */
import type { Contacts } from '@careatlas/search/notices'
import type { LiveFacts } from './phrases.ts'

export function liveEnglish({ topic, isOtherPerson, kinds }: LiveFacts, contacts: Contacts): string {
  // "Stay with the person" could mean the person who is violent.
  if (kinds.has('violence')) return afterViolence(topic, contacts)
  const call = `call ${numberToCall(kinds, contacts)} now`
  const isCrisis = kinds.has('crisis') || kinds.has('danger_to_others')
  const isPoisoning = kinds.has('poison')
  switch (topic) {
    case 'calling':
      return `Good. Stay on the line with ${numberToCall(kinds, contacts)}, and ${isOtherPerson ? 'stay with the person' : 'do not stay alone'}.`
    case 'underway':
      return `Good. ${isOtherPerson ? 'Stay with the person' : 'Do not stay alone'} until the team takes over; if it gets worse on the way, call ${contacts.emergency.tel} now.`
    case 'police':
      if (isCrisis)
        return `Please ${call}: the call is confidential, and most calls end without the police.${textLine(kinds, contacts)}`
      return `Please ${call} and ask for help for the body: a life comes first.${isPoisoning ? ' Many states protect people who call for help in an overdose.' : ''}`
    case 'first aid':
      if (isPoisoning)
        return `Please ${call} before you do anything: do not make ${isOtherPerson ? 'the person' : 'yourself'} vomit, and ask them first whether to ${isOtherPerson ? 'give' : 'take'} anything.`
      return isCrisis
        ? `Please ${call}: they tell you what to do until help arrives.`
        : `Please ${call} and put the phone on speaker: they tell you step by step what to do.`
    case 'cost':
      return `Please ${call}: it cannot wait, and the cost can be settled later.`
    case 'other care':
      return isCrisis
        ? `Please ${call}: this cannot wait for an appointment. I can also look for care near you: tell me what kind and a town.`
        : `Please ${call}: this cannot wait, and an office, a pharmacy or an urgent care center is not enough.`
    case 'driving':
      return `Please ${call} instead of driving: the team can begin care on the way.`
    case 'elsewhere':
      return `Please ${call}, and call the place where the person is, so that someone stays with them until help arrives.`
    case 'passed':
      return `Please ${call}, even if it has passed: it can come back, and the cause must be found today.`
    case 'doubt':
      return isCrisis
        ? `Please ${call}, even if you are not sure that you need it.${textLine(kinds, contacts)}`
        : `Please ${call}, even if it may turn out to be nothing.`
    case 'number':
    case 'shelter':
    case null:
      return `Please ${call}, ${isOtherPerson ? 'stay with the person' : 'do not stay alone'}, and stay on the line.${textLine(kinds, contacts)}`
  }
}

function numberToCall(kinds: ReadonlySet<string>, { emergency, crisis, poison }: Contacts): string {
  if (kinds.has('crisis') || kinds.has('danger_to_others'))
    return `${crisis.tel} (${crisis.label}) or ${emergency.tel}`
  if (!kinds.has('poison')) return emergency.tel
  // The body of the person shows signs.
  if (kinds.has('emergency')) return `${emergency.tel} or ${poison.tel} (${poison.label})`
  return `${poison.tel} (${poison.label}) or ${emergency.tel}`
}

/** https://988lifeline.org: 988 also answers text messages. */
function textLine(kinds: ReadonlySet<string>, { crisis }: Contacts): string {
  return kinds.has('crisis') && crisis.tel === '988' ? ' 988 also answers text messages.' : ''
}

/** https://www.thehotline.org: the calls are confidential, and the hotline knows shelters. */
function afterViolence(topic: LiveFacts['topic'], { emergency, violence }: Contacts): string {
  const danger = `If you are in danger, get away from the person if you can and call ${emergency.tel}.`
  const hotline = `${violence.tel} (${violence.label})`
  if (topic === 'police')
    return `The call to ${hotline} is confidential, and you decide about the police. ${danger}`
  if (topic === 'shelter')
    return `Call ${hotline} at any hour: it knows safe places to stay near you, also with children. The directory does not list them. ${danger}`
  return `${danger} Call ${hotline} at any hour, also for a safe place to stay.`
}
