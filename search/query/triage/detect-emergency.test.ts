import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { todoOptions } from './list-notices.fixture.ts'
import { detectEmergency, type Emergency, mentalRedFlags, physicalRedFlags } from './detect-emergency.ts'
import { queryTokensMax } from '../token-cursor.ts'

function check(guarantee: string, found: Emergency | null, queries: readonly string[]): void {
  for (const query of queries)
    test(`${guarantee}: ${query}`, todoOptions(query), () =>
      assert.equal(detectEmergency(query, wordsOf(query)).emergency, found),
    )
}

check('detects life-threatening emergencies', 'body', [
  'chest pressure with cold sweats',
  'i need an ambulance',
  'necesito una ambulancia',
  'help me im dying',
  'me estoy muriendo',
  'dolor en el pecho ahora',
  'ahora mismo me duele el pecho',
  'squeezing chest pain down my arm',
  'chest hurts and I can barely breathe',
  'I think my uncle is having a heart attack',
  'mouth drooping on the left',
  'suddenly he cannot talk',
  'right arm went numb all at once',
  'slurring and her face is weak',
  'worst headache I have ever had',
  'roommate overdosed',
  'swallowed a handful of tablets',
  'tongue swelling after a wasp',
  'throat closing',
  'lips swelling and hives',
  'anaphylactic shock',
  'the bleeding will not stop',
  'blood gushing from my leg',
  'coughing up bright red blood',
  'threw up blood',
  'grandpa is unresponsive',
  'she is not responding to us',
  'baby not breathing properly',
  'she fainted and will not wake up',
  'baby stopped breathing',
  'lips turning blue',
  'seizure that will not stop',
  'toddler drank bleach',
  'carbon monoxide',
  'hit her head and keeps vomiting',
  'stiff neck and fever',
  'one leg swollen and hot after surgery',
  'saw cut off my thumb',
  'dolor muy fuerte en el pecho',
  'no puedo respirar',
  'de repente no puede hablar',
  'se tomó un frasco de pastillas',
  'se le cierra la garganta',
  'sangra y no para',
  'mi papá está inconsciente',
  'dad is clutching his chest',
  'an elephant sits on my chest',
  'chest tightness and shortness of breath',
  'wheezing and having very bad trouble breathing',
  'my words came out scrambled at dinner',
  'she fell and will not come around',
  'our newborn has a fever',
  'fever in my 6 week old',
  'nurse line for my 3 week old with fever',
  'suddenly I cannot see out of one eye',
  'sudden pain in a testicle',
  'water broke at 30 weeks',
  'someone call 911',
  'bleeding really bad',
  'se le adormeció la mitad de la cara',
])

check('two red flags, or one in the present, are urgent despite other words', 'body', [
  'chest tightness, cold sweats, jaw hurts, queasy, hard to breathe',
  'mouth drooping, slurred speech, weak leg, dizzy, headache',
  'scared that I am having a heart attack',
  'severe chest pain on the stairs',
  'history of COPD, cannot breathe right now',
  'in recovery, took a whole bottle of pills and is unresponsive',
  'had a bypass last year, crushing chest pain',
  'after a stroke two years ago his mouth is drooping again',
  'infant stopped breathing in his sleep',
  'passed out while jogging and will not wake up',
  'my cardiologist is on vacation, squeezing chest pain and sweating',
  'throat is closing up after a flu vaccine',
])

check('a certain flag is urgent beside a field, a list, a death and a lesson', 'body', [
  'grandpa has copd, heart failure, diabetes, swollen legs, and will not wake up',
  'mom is 77, frail, on warfarin, confused, not responding',
  'aunts home caregiver found her unresponsive',
  'the neurologist is closed and my husband is unconscious',
  'lost my sister to an overdose and now my brother is not breathing',
  'baby is not breathing and I never took a CPR class',
  'grandma unresponsive, we had no first aid training',
  'he teaches a first aid course and he is unconscious',
])

check('detects a present emergency beside a death', 'body', [
  'our dad died of a heart attack and now my chest is tight and I cannot breathe',
])

check('a treatment, a trade and a caregiver are not a requested field', 'body', [
  'on chemotherapy and throwing up blood',
  'chemotherapy, coughing up blood',
  'she overdosed in rehab',
  'my brother, an electrician, was electrocuted',
  'a musician with sudden weakness on the left side',
  'the coach says he collapsed',
])

check('detects an emergency during a class of another subject', 'body', [
  'of course my chest hurts and my arm does too',
  'collapsed at a pilates class',
  'he collapsed on the golf course',
  'fainted during strength training and is confused',
  'passed out after my swim class and is bleeding',
])

check('detects emergencies of pregnancy, seizures, burns, poisons, venom and falls', 'body', [
  'six months pregnant with heavy bleeding',
  'embarazada y sangra mucho',
  'pregnant and the baby is not moving',
  'contractions every four minutes',
  'ruptured ectopic pregnancy',
  'our toddler is convulsing',
  'la niña tiene convulsiones',
  'second degree burn on her arm',
  'hot soup spilled on the baby',
  'se quemó la cara con aceite',
  'swallowed drain cleaner',
  'my kid drank antifreeze',
  'swallowed a quarter',
  'bitten by a copperhead',
  'le picó un alacrán',
  'glucose 550 and confused',
  'bad asthma attack and the inhaler is not helping',
  'fell from a ladder and cannot move',
  'sudden unbearable belly pain',
  'blood pressure 215 with blurry vision',
  'stopped drinking and now hallucinating',
  'the newborn is floppy',
  'her lips look purple',
  'fainted and his arms keep twitching',
  'cannot feel the left side of his body',
  'speech got slurred half an hour ago',
  'a deep cut on my leg is spurting',
  'nephew, a toddler, swallowed blood pressure pills',
  'took forty aspirin',
  'newborn with a temperature of 102',
  'lots of blood in her stool and she is dizzy',
  'he got shot in the stomach',
  'the baby is coming now',
  'pregnant with blurry vision and a headache',
  'cannot move her legs and her back hurts',
  'drain cleaner splashed in my eyes',
  'send an ambulance',
  'el bebé se puso morado',
  'se cayó del techo',
  'le está dando un ataque',
  'le dio un infarto',
])

check('detects intent to harm oneself or others', 'mind', [
  'i cut my wrist',
  'i feel like dying',
  'the coroner ruled it an overdose and now I want to die too',
  'the medical examiner says suicide, and I am planning mine',
  'suicidal',
  'I am going to kill myself',
  'thoughts of ending my life',
  'he does not want to live',
  'she wants to die',
  'urge to cut myself',
  'voices tell me to hurt people',
  'thoughts about hurting my baby',
  'my sister slit her wrists',
  'planning to end it tonight',
  'he left a farewell letter',
  'she does not wanna live',
  'afraid I might hurt my kids',
  'quiere acabar con su vida',
  'se va a quitar la vida',
  'my counselor left and I am going to kill myself',
  'wants to die and has for months',
  'me quiero matar',
  'se iba a cortar las venas',
  'se va a tirar de un puente',
  'ganas de morir',
  'psychiatric emergency care suicidal',
  'my grief is unbearable and I want to die',
  'the support group did not help, I am going to end my life',
  'I need help, going to kill myself, my support group is over',
  'too much grief, want to die',
  'he quit his support group and wants to kill himself',
  'me corté las venas',
  'se corto las venas',
  'i have a gun and i am going to use it',
  'i want to shoot up my school',
  'my son is cutting himself',
  'me acabo de cortar las venas',
  'i am going to shoot everyone at work',
  'my daughter is cutting herself',
  'boyfriend said he is going to kill me',
  'se está cortando las venas',
  "I have a rifle and I'm going to use it",
  "he says he's going to blow up the school",
  'my wife keeps cutting herself with a razor',
  'he keeps cutting his wrists',
  "I'm going to shoot my boss",
  "he's going to shoot up the church",
  'my husband is going to kill us',
])

check('ignores classes and groups about emergencies', null, [
  'im dying to see a dermatologist',
  'dying of cancer, needs hospice',
  'my bill for an ambulance',
  'i cut my wrist on glass last month',
  'me muero de hambre',
  'flu and i feel like dying',
  'cpr course for infants not breathing',
  'where can I find a cpr class near me for unresponsive adults',
  'I need a first aid class for unconscious people',
  'training on what to do when a baby is not breathing',
  'unconscious bias training',
  'support group for parents whose child wants to die',
  'support group for my daughter who wants to kill herself',
  'grief support after my brother taking his own life',
  'suicide prevention course',
  'class on signs of a stroke',
])

check('ignores symptoms that do not respond to treatment', null, [
  'rash not responding to steroid cream',
  'dermatologist for acne unresponsive to antibiotics',
  'psychiatrist for depression not responding to medication',
  'toddler not responding to his name',
  'pediatrician toddler not responding to her name',
  'infección que no responde al tratamiento',
  'analyst of the unconscious mind psychoanalyst',
  'neurologist for unresponsive spells',
  'otolaryngologist, not breathing through my nose',
  'pulmonologist, stops breathing during sleep',
  'sleep specialist, he cannot wake up for work',
  'sleep apnea, stops breathing at night, sleep doctor',
])

check('ignores chronic, past, feared or taught emergencies', null, [
  'chest pain on and off for months',
  'chest pain when I climb stairs',
  'chest pain',
  'had a stroke last year',
  'history of heart attack',
  'recovering after an overdose',
  'overdose prevention training',
  'afraid of choking',
  'chronic cough with blood for years',
  'suicide survivors support group',
  'grief after a suicide',
])

check('ignores red flags beside a requested field', null, [
  'cardiologist for crushing chest pain',
  'counselor for suicidal thoughts',
  'grief counselor after my uncle killed himself',
  'support after a suicide loss',
])

check('ignores words of emergencies in another sense', null, [
  'anxiety',
  'heavy bleeding on my period',
  'gums bleed and will not stop',
  'cannot breathe through my nose',
  'stops breathing in his sleep',
  'wake up tired and not rested',
  'my back is killing me',
  'collapsed disc',
  'blue fingers in the cold',
  'drooping eyelid',
  'swollen lips from braces',
  'bee sting on my knee',
  'trouble swallowing pills',
  'blood test',
  'he stops breathing at night',
  'she wakes up gasping',
  'me quiero quitar un lunar',
  'grandpa wants to die at home',
  'quiere morir en su casa',
  'kid with scrambled words when reading',
  'fever for 3 days in my 6 year old',
  'short of breath on stairs',
  'half my face numb from a filling',
  'blind woman needs an eye doctor',
  'dull testicle pain',
  'burning when I pee',
  'cortisone shot in the leg',
  'a minor burn on my finger',
  'my child cannot swallow pills',
  'took 20 mg of a new pill daily',
  'tooth turned gray',
  'baby with low muscle tone is floppy',
  'bill for an ambulance ride',
  'blood clot in pregnancy',
  'me ahogo al caminar',
  'burned out at work',
  'scar from an old burn',
  'heartburn after coffee',
  'fear of snakes',
  'removal of a snake bite scar',
  'sugar of 180',
  'daughter with a seizure disorder',
  'first months pregnant and bleeding gums',
  'ended it with my girlfriend',
  'planning to have a baby',
  'quit drinking for good',
  'sleep apnea, stops breathing',
  'no appetite',
  'asma y tos',
  '',
])

check('detects shortness of breath with another red flag', 'body', [
  'winded and short of breath with one calf swollen',
  'short of breath, my leg is all swollen',
  'dizzy and short of breath since lunch',
  'her heart keeps racing and she is short of breath',
  'le falta el aire y tiene la pierna hinchada',
  'inhaler is not helping and he is wheezing',
  'my dad cant lie flat because he cannot get his breath',
])

check('ignores shortness of breath that is alone, chronic or part of panic', null, [
  'short of breath on the stairs for months, heart racing too',
  'panic attacks, dizzy and short of breath',
  'inhaler not covered by my plan, which one works',
  'my inhaler is not working, need a new one',
  'pulmonologist for shortness of breath and dizzy spells',
])

check('detects a weapon with despair', 'mind', [
  'got a gun and i am so depressed',
  'he has a rifle and says im done',
])

check('ignores a list of complaints of an illness', null, [
  'fever, stiff neck, rash, headache, tired',
  'cough, chest pain, coughing up blood, night sweats, weight loss',
])

for (const query of [
  'cardiologist for squeezing chest pain and sweating',
  'neurologist for sudden numbness on one side',
  'short of breath, chest pressure, swollen ankles, tired, dizzy',
])
  test(`a high score beside a field or in a list gives a notice and ranks nothing first: ${query}`, () =>
    assert.deepEqual(detectEmergency(query, wordsOf(query)), { emergency: 'body', hasRedFlag: false }))

for (const query of [
  'do you take humana, and also my dad is sitting on the stairs gray as putty holding his jaw',
  'i need a physical for work next month, but since breakfast my left hand drops everything and my words come out mixed up',
  'quick question about my copay, my roommate will not wake up all the way and her lips look like grape juice',
  'looking for a pediatrician near toledo, the baby is floppy and has not had a wet diaper since yesterday',
  'quiero una cita con el dentista, y mi esposo está sudando frío y dice que le aplasta el pecho',
])
  test(`a danger that is mentioned in passing has a notice: ${query}`, () =>
    assert.equal(detectEmergency(query, wordsOf(query)).emergency, 'body'))

test('each red flag has a unique name', () => {
  const names = [...physicalRedFlags, ...mentalRedFlags].map(({ name }) => name)
  assert.deepEqual(
    names.filter((name, at) => name === '' || names.indexOf(name) !== at),
    [],
  )
})

test('detects a red flag in the original words, and a field in either spelling', () => {
  assert.equal(detectEmergency('', ['drank', 'drank'], ['drank', 'drano']).emergency, 'body')
  const written = ['cardioligist', 'for', 'crushing', 'chest', 'pain']
  assert.equal(detectEmergency('', ['cardiologist', ...written.slice(1)], written).emergency, null)
})

test('a single red flag that the words support ranks emergency care first', () =>
  assert.deepEqual(detectEmergency('broken neck', ['broken', 'neck']), {
    emergency: 'body',
    hasRedFlag: true,
  }))

for (const query of ['who treats shortness of breath and dizziness'])
  test(`a single red flag that the words do not support gives a notice and ranks nothing first: ${query}`, () =>
    assert.deepEqual(detectEmergency(query, wordsOf(query)), { emergency: 'body', hasRedFlag: false }))

test('ignores red flags after the token limit', () => {
  const readable = Array.from({ length: queryTokensMax }, () => 'cough')
  assert.equal(detectEmergency('', [...readable.slice(1), 'suicidal']).emergency, 'mind')
  assert.equal(detectEmergency('', [...readable, 'suicidal']).emergency, null)
})

check('detects a crisis in each form of its word, alone or beside a request for help', 'mind', [
  'suicide',
  'suicides',
  'suicidal',
  'suicidality',
  'suicidio',
  'suicidios',
  'suicida',
  'suicidas',
  'suicidarse',
  'suicidarme',
  'suicidándome',
  'ayuda suicidio',
  'ayuda para el suicidio',
  'suicide help',
  'línea de suicidio',
  'suicide hotline',
  'self-harm',
  'autolesión',
  'autolesiones',
  'autolesionarme',
  'homicidal',
  'homicidal thoughts',
  'pensamientos homicidas',
  'estoy de duelo por mi esposo y tengo ideas suicidas',
  "after my husband's suicide i want to be dead too",
  "after my son's suicide attempt",
  'drowning in debt and i want to die',
])

check('detects no crisis in a loss, in prevention or in its absence', null, [
  'perdí a mi hermano por suicidio',
  'duelo por suicidio',
  'mi papá murió por suicidio',
  'sobrevivientes de suicidio',
  'prevención del suicidio',
  'suicide prevention',
  'grief after suicide',
  "coping after my dad's suicide",
  "support after husband's suicide",
  "therapist after my brother's suicide",
  'dealing with the suicide of my best friend',
  'terapia tras el suicidio de mi esposa',
  'sin pensamientos suicidas',
  'terapia de duelo por el suicidio de mi hijo',
  'curso de prevención de autolesiones',
  'suicidology degree',
])

check('detects a named emergency in each form of its word', 'body', [
  'ictus',
  'apoplejía',
  'embolia',
  'convulsión',
  'seizure',
  'asfixiando',
  'asfixiándose',
  'ahogamiento',
  'electrocutado',
  'electrocutada',
  'desangrando',
  'desangrándose',
  'bleeding out',
])

check('detects no named emergency in its history or treatment', null, [
  'rehabilitación después de un ictus',
  'terapia del habla por una embolia',
  'antecedentes de embolia',
  'convulsiones',
  'neurólogo para convulsiones',
  'clase de prevención de ahogamiento',
])

check('detects a wish to die, a deadly dose and a farewell in other words', 'mind', [
  'i no longer see a way out of this pain except dying',
  'the only way out i can think of is death',
  'la unica salida que veo es la muerte',
  'i hope i go to bed and that is it',
  'i dont plan on being around next week',
  'my dad killed himself last year and now i want to do the same',
  'i cut too deep this time',
  'me corté más profundo esta vez',
  'texting everyone farewell and gave away his dog',
  'if i drink antifreeze how long until i die',
  'is 30 ambien enough',
  'will 20 oxycodone do the job',
  'son cuarenta pastillas suficientes para morirme',
])

check('detects a danger to others in other words', 'mind', [
  'i want to make my coworkers pay, i bought bullets',
  'i bought ammo and i know where my ex lives',
  'make them all pay at work tomorrow',
  'compré balas y mis compañeros me las van a pagar',
  'voices saying get rid of the baby',
  'una voz me dice que me deshaga de mi hija',
  'the radio orders me to punish my neighbors',
  "afraid of what i'll do to my toddler",
  'tengo miedo de lo que le pueda hacer a mi bebé',
])

check('detects no crisis beside similar words', null, [
  'are 2 tylenol enough for a headache',
  'is 1000 mg of tylenol enough for a fever',
  'how long until i can drive after surgery',
  'afraid of what the divorce will do to my kids',
  "get rid of my baby's cradle cap",
  'i want to make my boss pay for the dental work',
  'giving away my cat because of allergies',
  "i won't be around next week, can i move my appointment",
  'perdí la voz hace una semana',
])

check('detects an object through the body and an exposure to a virus', 'body', [
  'nail gun went through my hand',
  'shot a nail into my thumb with the nailer',
  'se clavó una varilla en la pierna',
  'stuck by a needle of an hiv patient',
  'me pinché con una aguja de un paciente con vih',
  'elephant sitting on my sternum',
])

check('detects short descriptions', 'body', [
  'fingertip sliced off',
  'dialysis graft spurting',
  'battery acid on his arm',
  'tracheostomy clogged',
  'knee replacement last week, calf swollen',
  'skull cracked, blood from the ear after a fall',
])

check('ignores what a short description only resembles', null, [
  'phone cut off when i called about my hand',
  'bathroom cleaner allergy',
  'knee replacement last year, physical therapy',
  'snake phobia',
])
