import type { Notice } from './notice';

export const notice: Notice = {
  sections: {
    scope: {
      heading: 'Quiénes somos y qué abarca este aviso',
      blocks: [
        {
          kind: 'text',
          text: 'Este aviso es de la División de Vehículos Motorizados (Motor Vehicle Division), responsable de este portal («nosotros»). Explica qué sabemos de usted cuando usa el portal, para qué lo usamos, quién más lo recibe, cuánto tiempo lo conservamos y qué puede hacer usted al respecto.',
          laws: ['agencySites'],
        },
        {
          kind: 'text',
          text: 'El portal es un solo lugar para iniciar sesión y tratar con las agencias del estado: usted conecta sus servicios y ve aquí lo que ellas tienen de usted, lee sus mensajes y sus transacciones, guarda direcciones, atiende negocios y presenta solicitudes.',
        },
        {
          kind: 'text',
          text: 'Cada agencia es responsable de sus propios registros y tiene su propio aviso de privacidad. Cuando siga un enlace a otro sitio, se aplica el aviso de ese sitio.',
        },
        {
          kind: 'text',
          text: 'El portal funciona con Saguaro, un programa publicado como software de código abierto. Una copia del programa es un servicio del gobierno solo donde un estado la ha puesto en servicio y así lo declara. Si la página lleva la indicación de demostración, no escriba datos personales reales: ninguna agencia del estado se ocupa de ellos.',
        },
      ],
    },
    children: {
      heading: 'Menores de 13 años',
      blocks: [
        {
          kind: 'text',
          text: 'El portal no está destinado a menores de 13 años. Al registrarse, pedimos la fecha de nacimiento. Si indica que la persona tiene menos de 13 años, rechazamos el registro y no guardamos nada de lo que se escribió. Hasta el final de ese día recordamos únicamente que se rechazó a quien inició sesión, para que otra fecha de nacimiento no abra lo que la primera cerró.',
          laws: ['childrenOnline'],
        },
        {
          kind: 'text',
          text: 'Si nos enteramos de que tenemos datos de un menor de 13 años, los eliminamos. El padre, la madre o el tutor que crea que un menor se ha registrado puede escribir a la persona encargada de la privacidad. La ley federal sobre la privacidad infantil en internet se dirige a las empresas; nosotros seguimos su regla por decisión propia.',
        },
      ],
    },
    changes: {
      heading: 'Cambios en este aviso',
      blocks: [
        {
          kind: 'text',
          text: 'Cada versión de este aviso lleva una fecha, que aparece al principio junto con el día desde el que se aplica. Cuando cambia lo que recopilamos, para qué lo usamos o quién lo recibe, publicamos aquí una versión nueva antes de que empiece el cambio.',
        },
        {
          kind: 'text',
          text: 'Cuando un cambio afecta lo que usted aceptó, publicamos también una versión nueva de los términos y condiciones. En ese caso, la próxima vez que inicie sesión se le pide que la acepte o la rechace. La persona encargada de la privacidad le envía una versión anterior de este aviso si usted la pide.',
        },
      ],
    },
    'your-data': {
      heading: 'Ver, corregir y eliminar sus datos',
      blocks: [
        {
          kind: 'list',
          items: [
            'Ver: el portal muestra su nombre, sus preferencias de contacto, su decisión sobre los términos y todo lo que conectó, escribió y guardó aquí, en las páginas donde lo usa. Para obtener una copia de todo lo que tenemos sobre usted, escriba a la persona encargada de la privacidad.',
            'Corregir: puede cambiar en cualquier momento sus preferencias de contacto, su libreta de direcciones, sus negocios y las solicitudes que no ha presentado. Para corregir su nombre legal, fecha de nacimiento o condado, escriba a la persona encargada de la privacidad. Para corregir un registro de una agencia, diríjase a esa agencia.',
            'Eliminar: usted puede desconectar un servicio y eliminar mensajes, direcciones, un plan guardado, la conversación con el asistente, borradores de solicitudes y vínculos con cuentas en agencias. Para eliminar lo demás, escriba a la persona encargada de la privacidad. Su inicio de sesión se elimina en el proveedor de identidad, que lo conserva.',
          ],
        },
        {
          kind: 'text',
          feature: 'accountDeletion',
          text: 'Esta versión no tiene un botón que elimine toda su cuenta.',
        },
        {
          kind: 'text',
          text: 'Primero comprobamos que es usted quien lo pide, y respondemos en un plazo de 45 días. No tiene que dar ninguna razón, y pedirlo no le perjudica en nada.',
        },
        {
          kind: 'text',
          text: 'Las leyes sobre registros públicos y sus calendarios de conservación pueden obligarnos a conservar algunos registros o a mostrarlos a otras personas. En ese caso, le decimos qué no podemos eliminar y por qué.',
          laws: ['publicRecords'],
        },
      ],
    },
    collection: {
      heading: 'Qué recopilamos y para qué',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              name: 'Su registro',
              text: 'Nombre y apellido legales, nombre preferido si lo da, fecha de nacimiento, condado si vive en Arizona, el idioma de nuestros mensajes y cuándo se registró. Las agencias comparan el nombre y la fecha de nacimiento con los del titular del registro; la fecha de nacimiento también nos dice que usted tiene al menos 13 años.',
            },
            {
              name: 'Datos de identidad',
              text: 'Lo que el proveedor de identidad nos comunica cuando usted inicia sesión: el número con el que le identifica, su correo electrónico y si está confirmado, su nombre y, en el caso del personal, los grupos a los que pertenece. A partir de ese número creamos el número interno de cuenta con el que guardamos sus datos.',
            },
            {
              name: 'Sus decisiones sobre los términos',
              text: 'Qué versión aceptó o rechazó y cuándo: es la prueba de lo acordado.',
            },
            {
              name: 'Sus preferencias de contacto',
              text: 'Correo electrónico, número de celular si lo indica, qué avisos quiere y por qué medio, en qué idioma y cuándo confirmó una dirección. Los usamos para enviarle lo que usted eligió.',
            },
            {
              name: 'Códigos de un solo uso',
              text: 'Cuando le enviamos un código, guardamos una huella irreversible de él y la dirección a la que se envió, para comprobar lo que usted escribe.',
            },
            {
              name: 'Lo que usted conecta',
              text: 'Qué servicios de qué agencias conectó, cuándo, y la referencia y el nombre con que la agencia conoce cada registro. Lo que escribe para encontrar un registro se transmite y no se guarda. Para poder mostrar una tarjeta mientras una agencia no responde, guardamos la última copia de lo que nos dijo. De un valor que está oculto en una tarjeta nunca guardamos más de lo que muestra la tarjeta: cuando usted pide verlo, la agencia lo da en ese momento, y guardamos que lo pidió, de qué valor y cuándo.',
            },
            {
              name: 'Mensajes',
              text: 'Lo que le envían el portal y las agencias que conectó, con los archivos adjuntos, si lo leyó y lo que está en la papelera; sus respuestas con sus archivos, y si la agencia las tiene. De cada correo electrónico y mensaje de texto que le avisa: a dónde fue, en parte, y si llegó.',
            },
            {
              name: 'Transacciones',
              text: 'Lo que las agencias que conectó nos dicen de pagos y presentaciones: qué fue, cuándo, cuánto y en qué estado está.',
            },
            {
              name: 'Libreta de direcciones',
              text: 'Las direcciones que usted anota y cuál es la principal. Si una dirección existe se consulta con los códigos postales del portal o, donde el operador lo eligió así, con Amazon Location, que recibe la dirección y nada más.',
            },
            {
              name: 'Negocios y solicitudes',
              text: 'Los negocios que agrega, quién actúa por ellos con usted y a quién invita por correo electrónico, el plan y los nombres que guarda o reserva, y las solicitudes que escribe: sus respuestas, los documentos que agrega y lo que la agencia decide.',
            },
            {
              name: 'Autenticación reforzada',
              text: 'Cuando comprueba quién es en un servicio de identidad: que lo intentó, cuándo, en qué servicio y si tuvo éxito. El nombre y la fecha de nacimiento que el servicio nos comunica se comparan con su registro y no se guardan. Cuando muestra una licencia de conducir móvil: lo mismo, con el estado que la emitió, hasta cuándo vale la copia en su teléfono y un código hecho a partir de su número, que no se puede convertir de nuevo en el número. Cuando responde las preguntas de una agencia de crédito: que lo intentó, cuándo, en qué agencia y si tuvo éxito o por qué la agencia no pudo preguntar, y ni las preguntas ni sus respuestas. Cuando se compara su cara: que lo intentó, cuándo, con la foto de qué agencia y si tuvo éxito o por qué no, y ninguna imagen. De una llave de acceso: su clave pública, el nombre que usted le da, qué comprobación representa y cuándo se agregó y se usó por última vez. Su huella digital o su cara se queda en su dispositivo.',
            },
            {
              name: 'Cuentas en agencias',
              text: 'Cuáles de sus cuentas en agencias vinculó, con el nombre de usuario. Las contraseñas se transmiten a la agencia y nunca se guardan.',
            },
            {
              name: 'Consultas del personal a su registro',
              text: 'Cuándo, el número del miembro del personal, su función y su agencia, para qué propósito y caso, y qué clases de datos se vieron o cambiaron; nunca los datos mismos. Le muestra a usted, y a quienes controlan el trabajo del personal, quién consultó su registro.',
            },
            {
              name: 'El asistente',
              text: 'Lo que pregunta al asistente, lo que este responde y si usted dice que una respuesta fue correcta. Ninguna persona lo lee, salvo los mensajes que usted envía junto con una pregunta al equipo de ayuda. Contamos cuántas respuestas fueron correctas, sin las palabras.',
            },
            {
              name: 'Preguntas al equipo de ayuda',
              text: 'Lo que pregunta a una persona del equipo de ayuda, los mensajes del asistente que envía con la pregunta, quién del equipo la tomó y la respuesta. Solo la lee el equipo de ayuda del portal, y cada consulta aparece en la lista de consultas de su registro.',
            },
            {
              name: 'Registros técnicos',
              text: 'De cada solicitud: qué función del portal se pidió, cuándo, cuánto tardó y con qué resultado, y su número interno de cuenta si había iniciado sesión. Estos registros no contienen nombres, correos electrónicos ni nada de lo que usted escribió. Cuando nuestro cortafuegos rechaza una solicitud, registra además la dirección de red y el tipo de navegador. Usamos todo esto para detectar fallas y ataques.',
            },
            {
              name: 'Lo que queda en su navegador',
              text: 'El portal guarda algunas cosas en el almacenamiento local de su navegador: los identificadores (tokens) que demuestran que inició sesión, su idioma, la página a la que debe volver después de iniciar sesión, si es su primera visita, cuándo estuvo activo por última vez, lo que escribió en un formulario y todavía no ha enviado, las respuestas de un plan de negocio, el número de la última consulta de su registro que encontró en el registro sellado y si una pestaña tiene abierto el asistente. Al cerrar la sesión se borran los identificadores, los formularios sin enviar y el plan. Si su sesión se cierra porque no hizo nada durante un tiempo, los formularios sin enviar quedan solo para usted hasta que vuelva a iniciar sesión. El portal no crea cookies propias; el proveedor de identidad crea cookies en sus propias páginas para mantener su sesión allí.',
            },
          ],
        },
        {
          kind: 'text',
          text: 'Usted nunca inicia sesión con su número de Seguro Social, y el portal no lo guarda. Unas pocas agencias encuentran un registro por medio de él: en ese caso la página se lo pide, lo oculta mientras lo escribe y lo transmitimos solo a esa agencia.',
          laws: ['socialSecurityNumbers'],
        },
        {
          kind: 'text',
          text: 'Solo donde un portal ofrece el reconocimiento facial, y solo si usted lo elige, su cámara filma su cara para verificar que usted está presente en persona. Siempre hay otra manera. No guardamos el video ni una imagen.',
        },
      ],
    },
    'third-parties': {
      heading: 'Servicios de identidad y de crédito de terceros',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              name: 'El proveedor de identidad',
              text: 'Usted inicia sesión en las páginas de un proveedor de identidad. Este guarda su correo electrónico, su nombre y su contraseña, y puede registrar el dispositivo y la dirección de red desde los que inicia sesión, para impedir ataques. Nosotros nunca vemos su contraseña. Solo nos comunica los datos de identidad indicados arriba.',
            },
            {
              name: 'El servicio de identidad de la autenticación reforzada',
              text: 'Solo si usted lo elige: usted comprueba quién es en sus páginas. El servicio sabe que usted usa este portal y nos comunica su nombre y su fecha de nacimiento.',
            },
            {
              name: 'La agencia de crédito',
              text: 'Solo si usted lo elige: le comunicamos su nombre, fecha de nacimiento e idioma. La agencia le hace preguntas sobre su historial de crédito y recibe sus respuestas. Nos comunica si hubo suficientes respuestas correctas o por qué no puede preguntar.',
            },
            {
              name: 'Reconocimiento facial: Amazon Rekognition',
              text: 'Solo si usted lo elige: Amazon Web Services recibe el video de su cámara y nos dice si usted está presente en persona, con una imagen tomada de él. Pedimos a la agencia que usted conectó su foto de usted, con su nombre y fecha de nacimiento, y el servicio compara las dos. No guardamos ninguna de las imágenes. Quien opera un portal tiene que desactivar que el servicio use imágenes para mejorarse.',
            },
          ],
        },
        {
          kind: 'text',
          text: 'Nadie más recopila datos por medio de nuestras páginas. No contienen publicidad, servicios de análisis ni mapas o videos de terceros, y no cargan nada de otros sitios.',
          laws: ['agencySites'],
        },
      ],
    },
    'do-not-track': {
      heading: 'Señales de «no rastrear»',
      blocks: [
        {
          kind: 'text',
          text: 'No le seguimos en otros sitios ni permitimos que nadie lo haga por medio del nuestro. Por eso, una señal de «no rastrear» (do not track) o de Global Privacy Control de su navegador no cambia nada aquí: tratamos a todas las personas como si la hubieran enviado.',
          laws: ['doNotTrackDisclosure'],
        },
      ],
    },
    sharing: {
      heading: 'Quién recibe sus datos',
      blocks: [
        {
          kind: 'text',
          text: 'No vendemos sus datos personales ni los compartimos con fines publicitarios.',
        },
        {
          kind: 'list',
          intro: 'Solo los reciben:',
          items: [
            'las empresas que hacen funcionar el portal por encargo nuestro: Amazon Web Services almacena los datos y entrega los correos electrónicos y los mensajes de texto. No pueden usarlos para nada más.',
            'las agencias que usted conecta: lo que la página le muestra antes de conectar, para encontrar su registro. Si la agencia compara de quién es el registro, eso incluye su nombre legal y su fecha de nacimiento. También sabe cuándo usted consulta el registro aquí, cuántas cuentas lo tienen y cuándo lo desconecta. Antes de eso no se comunica nada a ninguna agencia.',
            'las agencias a las que usted mismo envía algo: una dirección de su libreta, una respuesta a un mensaje, una solicitud con sus documentos, o el nombre de usuario y la contraseña de una cuenta allí.',
            'las personas a quienes invita a actuar por un negocio y quienes actúan por él con usted: ven el negocio, sus solicitudes y los nombres de los demás.',
            'las personas que operan el portal, cuando su trabajo lo exige.',
            'otras personas u organismos a los que la ley nos obliga a entregarlos, como un tribunal o quien solicite un registro público que deba mostrarse.',
          ],
          laws: ['publicRecords'],
        },
        {
          kind: 'text',
          text: 'El personal de asistencia del portal puede consultar su registro para ayudarle, solo con un segundo factor y solo para un propósito y un caso. Cada consulta y cada cambio se anotan antes de mostrar nada, y desde ese momento usted los lee en «Quién consultó su registro»: cuándo, el número del miembro del personal, para qué propósito y caso, y qué se vio. El personal ve sus direcciones solo en parte y no puede actuar en su nombre.',
        },
        {
          kind: 'text',
          text: 'Los datos de los registros de vehículos motorizados tienen una protección especial. Solo se revelan para los usos que la ley enumera, como la seguridad, los robos, las emisiones y los retiros de vehículos por defectos, o con su consentimiento expreso. Las fotografías, los números de Seguro Social y los datos médicos de esos registros tienen la protección más estricta. El portal muestra lo que dicen esos registros a quien los conectó, y a nadie más. El equipo de ayuda que le atiende ve que un registro está conectado y el nombre corto que tiene en su tarjeta.',
          laws: ['driverPrivacy', 'motorVehicleRecords'],
        },
      ],
    },
    security: {
      heading: 'Cómo protegemos sus datos',
      blocks: [
        {
          kind: 'list',
          items: [
            'Lo que viaja entre su navegador y el portal va cifrado, y lo que almacenamos también.',
            'Cada solicitud de sus datos debe llevar una prueba válida de que viene de usted.',
            'Los códigos sirven una sola vez, durante diez minutos, y dejan de servir después de cinco intentos fallidos.',
            'Cuando se cambia el correo electrónico para los avisos, se lo comunicamos al correo que se usaba hasta entonces.',
            'Nuestros registros técnicos no contienen nada de lo que usted escribe.',
          ],
          laws: ['agencySites'],
        },
        {
          kind: 'text',
          text: 'Ningún sistema es totalmente seguro. Si alguien no autorizado obtiene sus datos personales, se lo comunicamos como exige la ley, en un plazo de 45 días desde que lo hayamos determinado.',
          laws: ['breachNotice'],
        },
        {
          kind: 'text',
          text: 'Usted puede ayudar: use una contraseña que no use en ningún otro sitio, cierre la sesión en una computadora que usen otras personas y no le dé un código a nadie. Nadie del portal le pedirá su contraseña ni un código.',
        },
      ],
    },
    choices: {
      heading: 'Sus opciones y otras formas de recibir servicio',
      blocks: [
        {
          kind: 'text',
          text: 'No está obligado a usar el portal. Las agencias le atienden por los otros medios que ofrecen, por ejemplo en persona, por teléfono o por correo. Puede leer este aviso y los términos sin iniciar sesión.',
          laws: ['agencySites'],
        },
        {
          kind: 'list',
          intro: 'Si lo usa, usted decide:',
          items: [
            'si indica un nombre preferido y un número de celular; ambos son opcionales.',
            'qué avisos recibe y por qué medio. Solo los avisos de seguridad se envían siempre a su correo electrónico.',
            'si acepta los términos. Puede retirar su aceptación más adelante; en ese caso no podrá usar la parte que requiere una cuenta.',
            'si su navegador guarda algo: puede borrar su almacenamiento en cualquier momento, y entonces se cierra su sesión.',
          ],
        },
      ],
    },
    retention: {
      heading: 'Cuánto tiempo conservamos los datos',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              name: 'Registro, decisiones sobre los términos, preferencias de contacto',
              text: 'Mientras conserve su registro y, después, el tiempo que exija un calendario de conservación de registros del estado.',
            },
            {
              name: 'Lo que usted conecta',
              text: 'Hasta que usted lo desconecte o la agencia lo retire. La última copia de lo que una agencia nos dijo: 30 días.',
            },
            {
              name: 'Mensajes, transacciones, libreta de direcciones, plan guardado',
              text: 'Los mensajes, hasta que los elimine, y después 30 días en la papelera; sus respuestas se eliminan con el primer mensaje de su hilo. Las direcciones y un plan guardado, hasta que los elimine. Las transacciones, mientras esté registrado. Lo que anotamos sobre la entrega de un correo electrónico o mensaje de texto: un año.',
            },
            {
              name: 'Negocios, solicitudes, nombres reservados',
              text: 'Un borrador de solicitud, hasta que lo elimine; lo que se presentó, mientras lo exija un calendario de conservación. Una invitación terminada: 30 días. Un nombre reservado: un año después de terminar la reserva.',
            },
            {
              name: 'El asistente',
              text: 'La conversación, hasta que la elimine y como máximo un día después de su último mensaje; luego se elimina automáticamente.',
            },
            {
              name: 'Preguntas al equipo de ayuda',
              text: 'Hasta 30 días después de la respuesta; luego la copia del equipo de ayuda se elimina automáticamente. La pregunta y la respuesta son también mensajes, que quedan hasta que usted los elimine.',
            },
            {
              name: 'Códigos de un solo uso',
              text: 'Dejan de servir a los diez minutos y después se borran automáticamente.',
            },
            {
              name: 'Autenticación reforzada',
              text: 'Que comprobó quién es: una hora. Lo que intentó: diez minutos. Los intentos fallidos cuentan durante 24 horas. Una llave de acceso, con la comprobación que representa: hasta que usted la elimine, y como máximo 180 días después de esa comprobación. Después todo se borra automáticamente; el mensaje que le escribimos sobre ello queda hasta que usted lo elimine.',
            },
            {
              name: 'Consultas del personal a su registro',
              text: 'Mientras esté registrado y, después, el tiempo que exija un calendario de conservación de registros estatales.',
            },
            {
              name: 'Registros técnicos',
              text: 'Un año como máximo. Lo que el cortafuegos registró sobre las solicitudes rechazadas: 30 días.',
            },
            {
              name: 'Copias de seguridad',
              text: 'Lo que se elimina puede seguir en la copia de seguridad de los últimos 35 días. Solo se usa para reparar el portal.',
            },
          ],
        },
        {
          kind: 'text',
          text: 'Si un calendario de conservación de registros del estado fija otros plazos, prevalece sobre estos.',
          laws: ['publicRecords'],
        },
      ],
    },
    california: {
      heading: 'Si vive en California',
      blocks: [
        {
          kind: 'text',
          text: 'Las leyes de California sobre la privacidad del consumidor se dirigen a las empresas y no a una agencia de Arizona. Aun así, ofrecemos a todas las personas, vivan donde vivan, lo que esas leyes tienen en común: saber qué datos tenemos, corregirlos, eliminarlos cuando las leyes sobre registros lo permitan, que no se vendan, que nadie reciba peor trato por pedirlo y una respuesta en un plazo de 45 días.',
          laws: ['californiaConsumers'],
        },
        {
          kind: 'text',
          text: 'No damos datos personales a nadie para su publicidad directa. Más arriba se explica cómo respondemos a las señales de «no rastrear».',
          laws: ['shineTheLight', 'doNotTrackDisclosure'],
        },
      ],
    },
    'governing-law': {
      heading: 'Ley aplicable',
      blocks: [
        {
          kind: 'text',
          text: 'A este aviso y al uso que hacemos de sus datos se aplican las leyes del estado de Arizona y las leyes federales de los Estados Unidos, sin tener en cuenta las normas que remitan a otras leyes.',
        },
        {
          kind: 'text',
          text: 'Este aviso se publica en inglés y en español. Si los dos difieren, se aplica la versión en inglés, salvo que la ley disponga otra cosa.',
        },
      ],
    },
    contact: {
      heading: 'Cómo comunicarse con la persona encargada de la privacidad',
      blocks: [
        {
          kind: 'text',
          text: 'Si tiene una pregunta sobre este aviso, una solicitud sobre sus datos o una queja, escriba a la persona encargada de la privacidad del portal:',
        },
        { kind: 'officer' },
        {
          kind: 'text',
          text: 'No envíe contraseñas, códigos ni números de Seguro Social por correo electrónico.',
        },
      ],
    },
    terms: {
      heading: 'Términos y condiciones',
      blocks: [
        {
          kind: 'text',
          text: 'Este aviso explica qué pasa con sus datos. Lo que usted y nosotros podemos esperar unos de otros está en los términos y condiciones, que se le pide aceptar al registrarse.',
        },
        { kind: 'termsLink' },
      ],
    },
  },
};
