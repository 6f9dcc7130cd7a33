/** The sentences in Spanish while an emergency, a crisis or a danger goes on. */
import type { Contacts } from '@careatlas/search/notices'
import type { LiveFacts } from './phrases.ts'

export function liveSpanish({ topic, isOtherPerson, kinds }: LiveFacts, contacts: Contacts): string {
  // "Stay with the person" could mean the person who is violent.
  if (kinds.has('violence')) return afterViolence(topic, contacts)
  const call = `llame ahora al ${numberToCall(kinds, contacts)}`
  const isCrisis = kinds.has('crisis') || kinds.has('danger_to_others')
  const isPoisoning = kinds.has('poison')
  switch (topic) {
    case 'calling':
      return `Bien. No cuelgue mientras habla con el ${numberToCall(kinds, contacts)}, y ${isOtherPerson ? 'quédese con la persona' : 'no se quede a solas'}.`
    case 'underway':
      return `Bien. ${isOtherPerson ? 'Quédese con la persona' : 'No se quede a solas'} hasta que el equipo se haga cargo; si empeora en el camino, llame ahora al ${contacts.emergency.tel}.`
    case 'police':
      if (isCrisis)
        return `Por favor, ${call}: la llamada es confidencial y la mayoría termina sin la policía.${textLine(kinds, contacts)}`
      return `Por favor, ${call} y pida ayuda médica: primero está la vida.${isPoisoning ? ' Muchos estados protegen a quien pide ayuda en una sobredosis.' : ''}`
    case 'first aid':
      if (isPoisoning)
        return `Por favor, ${call} antes de hacer algo: no ${isOtherPerson ? 'haga vomitar a la persona' : 'se provoque el vómito'}, y pregunte primero si debe ${isOtherPerson ? 'darle' : 'tomar'} algo.`
      return isCrisis
        ? `Por favor, ${call}: ahí le dicen qué hacer hasta que llegue la ayuda.`
        : `Por favor, ${call} y ponga el altavoz: ahí le dicen paso a paso qué hacer.`
    case 'cost':
      return `Por favor, ${call}: no puede esperar, y el costo se puede resolver después.`
    case 'other care':
      return isCrisis
        ? `Por favor, ${call}: esto no puede esperar una cita. También puedo buscar atención cerca de usted: dígame de qué tipo y una ciudad.`
        : `Por favor, ${call}: esto no puede esperar, y no basta un consultorio, una farmacia ni una clínica de urgencias menores.`
    case 'driving':
      return `Por favor, ${call} en lugar de manejar: el equipo puede empezar a atender en el camino.`
    case 'elsewhere':
      return `Por favor, ${call}, y llame al lugar donde está la persona para que alguien se quede con ella hasta que llegue la ayuda.`
    case 'passed':
      return `Por favor, ${call}, aunque haya pasado: puede volver, y hay que encontrar la causa hoy.`
    case 'doubt':
      return isCrisis
        ? `Por favor, ${call}, aunque no esté seguro de necesitarlo.${textLine(kinds, contacts)}`
        : `Por favor, ${call}, aunque al final no sea nada.`
    case 'number':
    case 'shelter':
    case null:
      return `Por favor, ${call}, ${isOtherPerson ? 'quédese con la persona' : 'no se quede a solas'} y no cuelgue.${textLine(kinds, contacts)}`
  }
}

function numberToCall(kinds: ReadonlySet<string>, { emergency, crisis, poison }: Contacts): string {
  if (kinds.has('crisis') || kinds.has('danger_to_others')) return `${crisis.tel} o al ${emergency.tel}`
  if (!kinds.has('poison')) return emergency.tel
  // The body of the person shows signs.
  return kinds.has('emergency')
    ? `${emergency.tel} o al ${poison.tel}`
    : `${poison.tel} o al ${emergency.tel}`
}

/** https://988lifeline.org/es: 988 also answers text messages. */
function textLine(kinds: ReadonlySet<string>, { crisis }: Contacts): string {
  return kinds.has('crisis') && crisis.tel === '988' ? ' El 988 también responde mensajes de texto.' : ''
}

/** https://espanol.thehotline.org: the calls are confidential, and the hotline knows shelters. */
function afterViolence(topic: LiveFacts['topic'], { emergency, violence }: Contacts): string {
  const danger = `Si está en peligro, aléjese de la persona si puede y llame al ${emergency.tel}.`
  if (topic === 'police')
    return `La llamada al ${violence.tel} es confidencial, y usted decide sobre la policía. ${danger}`
  if (topic === 'shelter')
    return `Llame al ${violence.tel} a cualquier hora: conocen lugares seguros cerca de usted, también con niños. El directorio no los tiene. ${danger}`
  return `${danger} Llame al ${violence.tel} a cualquier hora, también para encontrar un lugar seguro.`
}
