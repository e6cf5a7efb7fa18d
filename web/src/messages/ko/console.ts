export const operatorConsole = {
  navLabel: '운영 메뉴',
  nav: {
    overview: '현황',
  },
  notAllowed: {
    title: '운영자만 볼 수 있습니다',
    lead: '이 계정으로는 운영 화면을 열 수 없습니다. 필요하면 운영자에게 권한을 요청해 주세요.',
    back: '내 API 키로',
  },
  overview: {
    title: '현황',
    lead: '지금 서비스가 어떤지 보여 줍니다.',
    items: '상품 {count}종',
  },
};
