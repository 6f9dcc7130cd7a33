/** Dangers that are described by what happens, not by the name of a sign, and ordinary messages that resemble them. */
import { testClasses } from './look-alike-classes.fixture.ts'

testClasses({
  'breathless with one painful or swollen leg': {
    kind: 'body',
    urgent: [
      'winded just walking to the mailbox and my left calf is hot and tight',
      "my right leg is fat below the knee and now I can't catch my breath",
      'I stop to breathe halfway down the hall, one calf is tender since the flight',
      'me falta el aire y tengo la pantorrilla hinchada',
    ],
    ordinary: [
      'winded after leg day, calves are sore from the gym',
      'both legs and ankles are a little swollen in the evening',
      'my calf is sore after the marathon',
    ],
  },
  'breathless at an effort that was easy days ago': {
    kind: 'body',
    urgent: [
      'I did two flights with no problem last week, today I am gasping on the way to the bathroom',
      'the stairs were easy on friday, now I am out of breath sitting on the bed',
    ],
    ordinary: ['the stairs were easy last week, now my knee clicks on the steps'],
  },
  'thing breathed in': {
    kind: 'body',
    urgent: [
      'grandpa sucked down his bridge while laughing',
      'my daughter inhaled a bead and coughs',
      'he breathed in a peanut',
      'mi hijo aspiró un cacahuate',
    ],
    ordinary: [
      'inhaled steroid for asthma, refill',
      'my denture broke, who repairs them',
      'how do I use a nasal inhaler',
    ],
  },
  'weakness that began in the feet and is higher now': {
    kind: 'body',
    urgent: [
      "it began in my feet on thursday, it's at my waist today and I cannot stand up",
      'first the toes, then the knees, now I can barely walk',
      'comenzó en los pies y ahora ya no puedo caminar',
    ],
    ordinary: [
      'the itch started in my feet, today I need a dermatologist',
      'training started with my legs, now I cannot lift heavier',
    ],
  },
  'legs that fail day by day': {
    kind: 'body',
    urgent: [
      'yesterday she was wobbly, today we had to carry her to the toilet',
      'saturday my feet were numb, sunday I used a cane, today I cannot stand',
      'el lunes se tambaleaba y hoy no puede levantarse',
    ],
    ordinary: [
      'monday I twisted my ankle, today I limp a little',
      'I use a cane since my knee replacement in may',
    ],
  },
  'thing wound around a finger or toe': {
    kind: 'body',
    urgent: [
      "a hair is wrapped tight around my baby's toe and it is swollen",
      "I can't get my ring off and the finger is turning blue",
      'un hilo le aprieta el dedito y lo tiene morado',
    ],
    ordinary: [
      'ringworm on my finger, dark spot, dermatologist',
      'dark hairs on my toes, laser',
      'where can I resize my wedding ring',
    ],
  },
  'frozen part of the body': {
    kind: 'body',
    urgent: [
      'his ears went white and hard after two hours in the snow',
      'lost in the mountains overnight, my toes are black',
      'después de la helada tiene los dedos blancos y duros',
    ],
    ordinary: [
      'my fingers go white at the freezer in the store, then pink again',
      'a wart on my toe was frozen by the doctor and turned black',
      'black toenail from ski boots',
    ],
  },
  'person who does not move': {
    kind: 'body',
    urgent: [
      'he fell off the couch and he is not moving',
      "grandma isn't responding, please",
      'mi abuelo no se mueve',
    ],
    ordinary: [
      "she isn't moving in with us, need home care",
      'my bowels are not moving, I take fiber',
      'the leasing office is not moving on my repair',
    ],
  },
  'sedative that ran out, with shaking': {
    kind: 'body',
    urgent: [
      'no more xanax since tuesday, my hands tremble and my heart is racing',
      'ran out of keppra two days ago and I keep twitching',
      'se me acabó el clonazepam y tengo temblores',
    ],
    ordinary: [
      'need a refill of my lorazepam before vacation',
      'how do I ask my doctor for a taper of valium',
    ],
  },
  'quick insulin instead of slow': {
    kind: 'body',
    urgent: [
      'I injected humalog instead of lantus, 30 units',
      'mixed up the pens and gave him the rapid insulin for the long one at bedtime',
      'se puso la insulina rápida en vez de la lenta',
    ],
    ordinary: [
      'does medicare cover lantus or humalog pens',
      'my doctor switched me to long acting insulin instead of short, nutrition advice?',
    ],
  },
  'wrong drops or glue in the eye': {
    kind: 'poison',
    urgent: [
      'I put ear drops in my eye by mistake',
      'thought it was eye drops but it was nail glue',
      'me eché gotas para los oídos en el ojo por error',
    ],
    ordinary: [
      'which glue is best for lash extensions',
      'eye drops for dry eyes',
      'allergic to nail polish, itchy eyelids',
    ],
  },
  'household product in the mouth, in Spanish': {
    kind: 'poison',
    urgent: [
      'mi niña se tomó el limpiavidrios',
      'bebió quitaesmalte',
      'se comió un pedazo de pastilla del baño',
      'tomó raticida',
    ],
    ordinary: ['alergia al detergente en las manos', 'el olor del limpiapisos me da comezón en la nariz'],
  },
  'amount that kills': {
    kind: 'mind',
    urgent: [
      'how much tylenol kills a grown man',
      'what dose of insulin will kill a person',
      'cuántas pastillas de estas matan a un adulto',
      'how many pills does it take for someone to go peacefully, asking for a friend',
    ],
    ordinary: [
      'how much bleach kills mold in a bathroom',
      'how many mg of ibuprofen kill the pain of a toothache',
      'how many calories does a grown man need',
    ],
  },
  'gas or exhaust to die': {
    kind: 'mind',
    urgent: [
      'what size of hose fits my tailpipe',
      'is nitrogen with a bag painless',
      'una manguera del escape hasta la ventana del carro',
    ],
    ordinary: [
      'helium balloons for the maternity ward party',
      'blood urea nitrogen is high, nephrologist',
      'the exhaust hose of my dryer gave me a cut, tetanus shot',
    ],
  },
  'question what a deadly dose would do': {
    kind: 'mind',
    urgent: [
      'if I took the whole bottle of seroquel would I just fall asleep',
      'what would happen if a person swallowed all their heart pills, is it quick',
      'qué pasa si me tomo toda la caja de clonazepam pastillas, me duermo y ya',
    ],
    ordinary: [
      'what happens if I take all my antibiotics early, do I feel worse',
      'if I drank the entire prep for the colonoscopy, when can I sleep',
    ],
  },
  'plan to be gone, or the day that was picked': {
    kind: 'mind',
    urgent: [
      "I'm planning how to leave forever",
      'I have chosen the date',
      "he's picked the night and no one knows",
    ],
    ordinary: [
      'I am planning to leave my job for good',
      "we've picked the day of the wedding",
      'thinking about moving to florida for good',
    ],
  },
  'harm to a child': {
    kind: 'danger_to_others',
    urgent: [
      'when I am on the balcony with the baby I imagine letting go',
      'I held him at the window and felt an urge to drop him',
      'the voices tell me my son belongs in heaven',
      'god told me the baby should be with jesus',
      'dice que el bebé viene del demonio y hay que devolverlo',
      "he says he'll shut the baby up for good",
      "I shook her too hard and I'm scared of myself",
      'le voy a caer a machetazos a mi vecino',
    ],
    ordinary: [
      'baby gate for the top of the stairs',
      'I hold the baby near the window for light, is a sunburn possible',
      'my son belongs to a swim team, needs a physical',
      'how do I get the baby quiet for good sleep',
    ],
  },
  'watched, or hiding at home': {
    kind: 'violence',
    urgent: [
      "my ex sits in front of my job every night and says I'll regret it",
      'he keeps driving by my house after I blocked him, keeps texting threats',
      'an unknown number sent me photos of my kids walking to school',
      'I stay in the bathroom because it is the only room with a lock until he calms down',
    ],
    ordinary: [
      'my uber is waiting outside my house, which entrance does the clinic have',
      'the school sent pictures of my kids, she looks pale, checkup',
      'I sleep in the only room that locks so the toddler stays out',
    ],
  },
  'infected breast or withdrawal, in pregnancy or after a birth': {
    kind: 'pregnancy_urgent',
    urgent: [
      'my boob is hot and red with chills, nursing a newborn',
      'temp 103, hard red breast, baby is 2 weeks',
      'seno rojo y duro con fiebre, estoy amamantando',
      '20 weeks pregnant, ran out of methadone yesterday, shaking and sick',
      'me alivié hace cuatro días y sangro a chorros',
    ],
    ordinary: ['breast pump covered by insurance', 'sore nipples from breastfeeding, lactation consultant'],
  },
  'drug beside a sign': {
    kind: 'poison',
    urgent: [
      'she is passed out with a syringe next to her',
      'took too much benadryl and is seeing spiders',
      'gave him narcan, still blue',
      'el pelón se metió algo y no reacciona',
    ],
    ordinary: ['where do I drop off old needles', 'which clinic prescribes suboxone'],
  },
})
